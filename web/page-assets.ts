import type { AnyRoute } from '@tanstack/react-router'
import type { createRequestHandler } from '@tanstack/react-router/ssr/server'
import { isAdminPath, isLoginPath } from '../api/shared/site-map'
import { createSiteRouter } from './router'

export interface ModuleAssets {
  css: string[]
  js: string[]
}

export interface PageAssets {
  entry: ModuleAssets & { src: string }
  /** The styles and scripts of a page's module, by its name in the build's manifest. */
  page(module: string): ModuleAssets
  /** The contents of the style sheets by address. They are inlined, so the first paint does not wait for requests. */
  styles?: Record<string, string>
  /** Development only: scripts that run before the entry. */
  before?: { attrs: Record<string, string | boolean>; children?: string }[]
  /** Development only: whether the entry replaces the style sheets by its own. */
  areStylesTemporary?: boolean
}

type RouterManifest = Awaited<
  ReturnType<NonNullable<Parameters<typeof createRequestHandler>[0]['getRouterManifest']>>
>

const routes = () =>
  Object.values(createSiteRouter(undefined as never).routesById) as unknown as AnyRoute[]

const fileOf = (module: string) => `web/routes/${module}.tsx`

/** The modules of all pages, as the build's manifest names them. */
export const pageModules = () =>
  routes()
    .flatMap(({ options }) => options.staticData?.module ?? [])
    .map(fileOf)

/** The styles that the service worker precaches: those of the pages for visitors. */
export function precachedStyles({ entry, page }: PageAssets): ReadonlySet<string> {
  const ofVisitors = routes().filter(({ id }) => !isAdminPath(id) && !isLoginPath(id))
  const modules = ofVisitors.flatMap(({ options }) => options.staticData?.module ?? [])
  return new Set([...entry.css, ...modules.flatMap((module) => page(fileOf(module)).css)])
}

/** The router's manifest: the styles in the head of each page, and scripts before the entry. */
export function routerManifest(assets: PageAssets): RouterManifest {
  const { entry } = assets
  const styles = (hrefs: string[]) =>
    hrefs.map((href) =>
      assets.areStylesTemporary ? { href, 'data-tanstack-router-dev-styles': true as const } : href,
    )
  const found: RouterManifest['routes'] = {
    __root__: { css: styles(entry.css), scripts: assets.before ?? [] },
  }
  for (const route of routes()) {
    const module = route.options.staticData?.module
    if (module === undefined) continue
    const page = assets.page(fileOf(module))
    found[route.id] = { css: styles(page.css.filter((href) => !entry.css.includes(href))) }
  }
  return { routes: found, ...(assets.styles && { inlineCss: { styles: assets.styles } }) }
}

/** The scripts of a page, the entry first, and its style sheets.
 * @param modules the page's modules in `web/routes` */
export function filesOf({ entry, page }: PageAssets, modules: readonly string[]) {
  const parts = [entry, ...modules.map((module) => page(fileOf(module)))]
  return {
    scripts: [...new Set([entry.src, ...parts.flatMap(({ js }) => js)])],
    styles: [...new Set(parts.flatMap(({ css }) => css))],
  }
}
