import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { imagetools } from 'vite-imagetools'
import { VitePWA } from 'vite-plugin-pwa'
import { cacheDirectory } from './api/process/cache-directory.ts'
import { buildServerPart } from './scripts/server-part.ts'
import { filesOfVisitors, middlePictures } from './scripts/visitor-files.ts'
import { webManifest } from './web/installation/web-manifest.ts'

/** `SERVICE_WORKER=off` builds a site that takes the worker of earlier builds away from its visitors. */
const isWithoutWorker = process.env['SERVICE_WORKER'] === 'off'

const pwa = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: isWithoutWorker ? 'web/service-worker/without-worker' : 'web/service-worker',
    filename: 'sw.ts',
    registerType: 'prompt',
    injectRegister: false,
    manifest: webManifest,
    includeManifestIcons: false,
    // The worker's list of files has the shell in it, which the server's part renders.
    integration: {
      beforeBuildServiceWorker: ({ outDir }) => buildServerPart(outDir),
      configureCustomSWViteBuild(config) {
        config.logLevel = 'warn'
      },
    },
    injectManifest: {
      ...(isWithoutWorker ? { injectionPoint: undefined as never } : {}),
      globPatterns: ['shell.html', 'icon.svg', 'icon-192.png', 'assets/*.{js,css,woff2,avif}'],
      manifestTransforms: [
        (entries) => {
          const isVisitors = filesOfVisitors('dist/client')
          const middle = middlePictures('dist/client')
          return {
            manifest: entries.filter(
              ({ url }) => isVisitors(url) && (!url.endsWith('.avif') || middle.has(url)),
            ),
          }
        },
      ],
      dontCacheBustURLsMatching: /^assets\//,
      rollupFormat: 'iife',
      sourcemap: false,
    },
  })

/** What every page is fetched with, in two: React changes seldom, so that a new version of the site is a small one to
 * fetch; small files would be packed less tightly. */
const groups = [
  {
    name: 'react',
    priority: 1,
    test: /node_modules\/(react|react-dom|scheduler)\/|vite\/preload-helper/,
  },
  {
    name: 'browser',
    test: /node_modules\/(@tanstack|use-sync-external-store|zustand|workbox-window)\/|web\/(hydration\/start|background|api-client\/settings|installation\/busy\.store|features\/music\/player\.store|ui\/use-whole-list|features\/shows\/(first-shows|use-today|Ticket))/,
  },
]

/** Pictures take most of the time of a build: they are drawn once for all clones. */
const pictureCache = join(cacheDirectory(), 'pictures')

/** Pictures take long the first time, and nobody who starts the site can do anything about it. */
const checks = { bundlerTimings: false }

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), imagetools({ cache: { dir: pictureCache } }), ...(isSsrBuild ? [] : [pwa()])],
  publicDir: 'web/public',
  define: {
    // The router's own word for pages that have their styles in them.
    'process.env.TSS_INLINE_CSS_ENABLED': JSON.stringify(command === 'build' ? 'true' : 'false'),
    'import.meta.env.VITE_SERVICE_WORKER': JSON.stringify(isWithoutWorker ? 'off' : 'on'),
  },
  build: {
    // The oldest browsers that README.md promises.
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    emptyOutDir: true,
    // Every file has an address of its own: nothing inline, so that a strict policy needs no exception.
    assetsInlineLimit: 0,
    ...(isSsrBuild
      ? {
          outDir: 'dist/server',
          copyPublicDir: false,
          ssrEmitAssets: false,
          rolldownOptions: { checks, output: { entryFileNames: 'server.js' } },
        }
      : {
          outDir: 'dist/client',
          manifest: true,
          modulePreload: { polyfill: false },
          rolldownOptions: {
            checks,
            input: 'web/entry-client.tsx',
            output: { codeSplitting: { groups } },
          },
        }),
  },
  resolve: {
    // React has had it since version 18.
    alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }],
  },
  // The server's build stands alone; development takes the packages as they are.
  ssr: command === 'build' ? { noExternal: true } : {},
}))
