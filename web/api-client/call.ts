import type { KyInstance, Options } from 'ky'
import type { JsonBody, JsonResponse } from '../../api/contract/operation'
import type { Api } from '../../api/contract/operations'
import { adminApi } from './client'

/** The operations of the API by their method and path, such as `PUT /api/shows/{id}`. */
type Calls = {
  [Id in keyof Api as Api[Id]['route']]: Api[Id]
}

type ParametersOf<Name extends string> = Name extends `${string}{${infer Parameter}}${infer Rest}`
  ? { [Key in Parameter]: string } & ParametersOf<Rest>
  : unknown

/** The path parameters and the body that an operation declares, and ky's own options. */
type CallOptions<Name extends keyof Calls> =
  ParametersOf<Name> extends infer Parameters
    ? Omit<Options, 'json' | 'method'> &
        (JsonBody<Calls[Name]> extends infer Body
          ? Body extends object
            ? { json: Body }
            : unknown
          : never) &
        (unknown extends Parameters ? unknown : { parameters: Parameters })
    : never

const urlOf = (path: string, parameters: Record<string, string>) =>
  path.slice(1).replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(parameters[name] ?? ''))

/** Calls an operation of the API; its options and its response have the types that the contract declares.
 * @param client see `client.ts`
 * @returns the JSON body of the response; undefined where the operation has none
 * @throws HTTPError (ky) for a problem response; the error of `fetch` if there is no response */
export async function call<Name extends keyof Calls>(
  client: KyInstance,
  name: Name,
  options: CallOptions<Name>,
): Promise<JsonResponse<Calls[Name]>> {
  const response = await request(client, name, options)
  return (response.status === 204 ? undefined : await response.json()) as never
}

/** Calls an operation with the administrator's token. */
export const callAdmin = <Name extends keyof Calls>(name: Name, options: CallOptions<Name>) =>
  call(adminApi(), name, options)

/** Like `callAdmin`, for an operation whose response is a file. */
export const callForFile = async <Name extends keyof Calls>(
  name: Name,
  options: CallOptions<Name>,
): Promise<Blob> => (await request(adminApi(), name, options)).blob()

function request(client: KyInstance, name: string, options: object): Promise<Response> {
  const { parameters = {}, ...rest } = options as { parameters?: Record<string, string> }
  const [method = '', path = ''] = name.split(' ')
  return client(urlOf(path, parameters), { method, ...rest })
}
