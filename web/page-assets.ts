import type { AnyRoute } from '@tanstack/react-router'
import type { createRequestHandler } from '@tanstack/react-router/ssr/server'
import { createSiteRouter } from './router'

export interface ModuleAssets {
  css: string[]
  js: string[]
}

export interface PageAssets {
  entry: ModuleAssets & { src: string }
  /** What a page's module needs, styles and scripts, by its name in the build's manifest. */
  page(module: string): ModuleAssets
  /** The style sheets by their addresses, which stand in the page itself: it is painted at its first sight. */
  styles?: Record<string, string>
  /** Development alone: what must run before the entry. */
  before?: { attrs: Record<string, string | boolean>; children?: string }[]
  /** Development alone: styles that the entry's own take over from. */
  areStylesTemporary?: boolean
}

type RouterManifest = Awaited<
  ReturnType<NonNullable<Parameters<typeof createRequestHandler>[0]['getRouterManifest']>>
>

const routes = () =>
  Object.values(createSiteRouter(undefined as never).routesById) as unknown as AnyRoute[]

/** The modules of all pages, as the build's manifest names them. */
export const pageModules = () => routes().flatMap((route) => route.options.staticData?.module ?? [])

/** Tells the router which styles stand in the head of which page. */
export function routerManifest(assets: PageAssets): RouterManifest {
  const { entry } = assets
  const styles = (hrefs: string[]) =>
    hrefs.map((href) =>
      assets.areStylesTemporary ? { href, 'data-tanstack-router-dev-styles': true as const } : href,
    )
  const found: RouterManifest['routes'] = {
    __root__: {
      css: styles(entry.css),
      scripts: assets.before ?? [],
    },
  }
  for (const route of routes()) {
    const module = route.options.staticData?.module
    if (module === undefined) continue
    const page = assets.page(module)
    found[route.id] = { css: styles(page.css.filter((href) => !entry.css.includes(href))) }
  }
  return { routes: found, ...(assets.styles && { inlineCss: { styles: assets.styles } }) }
}

/** The scripts of a page of the site, the entry first.
 * @param module the page's module, where it has one of its own */
export function scriptsOf({ entry, page }: PageAssets, module: string | undefined): string[] {
  const ofPage = module === undefined ? [] : page(module).js
  return [...new Set([entry.src, ...entry.js, ...ofPage])]
}
