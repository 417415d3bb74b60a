import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react'

const Nothing = () => null

/** Makes a component whose module is loaded after its first render. Until then it renders nothing. Unlike `lazy` it has no
 * placeholder, because for 300 ms after any placeholder React holds back what replaces one: a page that is being hydrated, too.
 * @param load imports the module
 * @param Instead rendered if the module can't be loaded; by default nothing. The next time, it is loaded again */
export function deferred<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Instead: FunctionComponent<object> = Nothing,
) {
  let Loaded: ComponentType<Props> | undefined

  return function Deferred(props: Props) {
    const [Shown, setShown] = useState<ComponentType<Props> | undefined>(() => Loaded)
    useEffect(() => {
      if (Loaded) return setShown(() => Loaded)
      load().then(
        (module) => {
          Loaded = module.default
          setShown(() => Loaded)
        },
        () => setShown(() => Instead),
      )
    }, [])
    return Shown && <Shown {...props} />
  }
}
