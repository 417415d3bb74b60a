import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { inlineScripts } from './scripts/inline-script.ts'
import { filesOfVisitors } from './scripts/visitor-files.ts'

/** `SERVICE_WORKER=off` builds a site that removes the service worker of earlier builds. */
const isWithoutWorker = process.env['SERVICE_WORKER'] === 'off'

/** The folder of the client build, which the caller of the build may choose. */
let client = 'dist/client'

const pwa = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: isWithoutWorker ? 'web/service-worker/without-worker' : 'web/service-worker',
    filename: 'sw.ts',
    registerType: 'prompt',
    injectRegister: false,
    // The server writes the manifest from the band's words.
    manifest: false,
    integration: {
      beforeBuildServiceWorker({ outDir }) {
        client = outDir
      },
      configureCustomSWViteBuild(config) {
        config.logLevel = 'warn'
      },
    },
    injectManifest: {
      ...(isWithoutWorker ? { injectionPoint: undefined as never } : {}),
      globPatterns: ['shell.html', 'assets/*.{js,css,woff2,svg}'],
      manifestTransforms: [
        (entries) => {
          const isVisitors = filesOfVisitors(client)
          return { manifest: entries.filter(({ url }) => isVisitors(url)) }
        },
      ],
      dontCacheBustURLsMatching: /^assets\//,
      rollupFormat: 'iife',
      sourcemap: false,
    },
  })

/** The scripts of every page, in two chunks. React changes seldom, so a new version of the site is a small download.
 * More, smaller chunks would compress less well. */
const groupsOfEveryPage = [
  {
    name: 'react',
    priority: 1,
    test: /node_modules\/(react|react-dom|scheduler)\/|vite\/preload-helper/,
  },
  {
    name: 'browser',
    test: /node_modules\/(@tanstack|use-sync-external-store|zustand(?!\/esm\/middleware))\/|web\/(hydration\/start|background|api-client\/settings|installation\/busy\.store|ui\/(use-whole-list|Page|EmptyState|Ribbon|Notice|Button|CopyButton)|offline\/channel|features\/connection\/ListNotice|features\/shows\/(first-shows|use-today|Ticket|Notify))/,
  },
]

const groups = [
  ...groupsOfEveryPage,
  {
    name: 'form',
    test: /web\/(ui\/(Field|Dialog|ConfirmDialog|use-is-slow)|api-client\/problem|features\/booking\/texts)\.tsx?$/,
  },
  {
    name: 'outbox',
    test: /web\/(offline\/(outbox|entry-queue|follow-queue|keep-sending|database)|features\/booking\/sent-messages)/,
  },
  {
    // What the back office shares with some pages; without a group, each would be a chunk of its own.
    name: 'parts',
    test: /web\/features\/(about|press|booking\/BookingFacts)|shared\/(occasions|enquiry-details)/,
  },
  {
    // What only the login page, the logout and the back office load, for the same reason.
    name: 'session',
    test: /shared\/admin-map|web\/(api-client\/device-name|features\/session\/revoke-token|offline\/(changes|change-rules|private-responses)\.)/,
  },
  // A short name, because the worker's list contains it.
  {
    name: 'push',
    test: /web\/notifications\/push-subscriptions/,
  },
  // One chunk instead of two, because each chunk takes a line in the worker's list.
  {
    name: 'logout',
    test: /web\/(routes\/document\/logout-question|features\/admin\/records\/unsaved-forms)/,
  },
  {
    name: 'record',
    test: /web\/(features\/music\/(Cover|Vinyl)|ui\/round-button)/,
  },
  {
    // Each chunk takes a line in the worker's list, so these modules of a few lines are one chunk.
    name: 'small',
    test: /web\/(ui\/(file-size|use-early-input|Picture|ShareButton|NothingFound)|features\/music\/(PlayButton|PressToPlay|PlainAudio|CardPlayer|TrackTime)\.|api-client\/(idempotency-key|xsrf|call)|browser\/(texts-in|focus-heading)|wishes)|shared\/(has-words|limits|calendar-day|picture-sizes|show-hash|show-place)|icons\/(check|play|map-pin|x)\./,
  },
  {
    // For the login page, which needs nothing else of the next group.
    name: 'password',
    test: /web\/ui\/PasswordField/,
  },
  {
    // What several pages of the back office share. Over HTTP/1.1, browsers open six connections to a site, and without this group a
    // page needs up to thirty files.
    name: 'admin',
    test: /web\/(features|routes)\/admin\/|shared\/(comparable|owed)\./,
    minShareCount: 2,
  },
]

/** The class name of a CSS module. It contains a digest of the file's path, because two files may use the same name; the digest is
 * short, because every page contains class names. */
const generateScopedName = (name: string, file: string) => {
  const path = relative(import.meta.dirname, file.replace(/\?.*/, ''))
  return `_${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`
}

const namesOnEveryPage = groupsOfEveryPage.map(({ name }) => name).join('|')
const fileOfEveryPage = new RegExp(`/(${namesOnEveryPage}|rolldown-runtime)-`)

/** Removes the chunks that every page loads from the files that are preloaded with a dynamic import: they are there already. The
 * entry keeps them, because it begins to load them.
 * @param importer the file with the import */
const filesToPreload = (_: string, files: string[], { hostId: importer }: { hostId: string }) =>
  files.filter((file) => importer.includes('entry-client') || !fileOfEveryPage.test(file))

/** Both builds name the files, and must agree. */
const assetFileNames = 'assets/[name]-[hash:6][extname]'

/** Disables the bundler's warnings about slow plugins: the first build of the pictures is always slow. */
const checks = { bundlerTimings: false }

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    react(),
    isSsrBuild || command === 'serve' ? inlineScripts() : undefined,
    process.env['BUILD_PART'] === 'worker' ? pwa() : undefined,
  ],
  publicDir: 'web/public',
  css: { modules: { generateScopedName } },
  define: {
    // The router's flag for inlined styles.
    'process.env.TSS_INLINE_CSS_ENABLED': JSON.stringify(command === 'build' ? 'true' : 'false'),
    'import.meta.env.VITE_SERVICE_WORKER': JSON.stringify(isWithoutWorker ? 'off' : 'on'),
  },
  build: {
    // The oldest browsers that README.md lists.
    target: ['chrome123', 'edge123', 'firefox124', 'safari17.5'],
    emptyOutDir: true,
    // Nothing is inlined, so that the Content-Security-Policy needs no exceptions.
    assetsInlineLimit: 0,
    ...(isSsrBuild
      ? {
          outDir: 'dist/server',
          copyPublicDir: false,
          ssrEmitAssets: false,
          rolldownOptions: { checks, output: { entryFileNames: 'server.js', assetFileNames } },
        }
      : {
          outDir: 'dist/client',
          manifest: true,
          modulePreload: { polyfill: false, resolveDependencies: filesToPreload },
          rolldownOptions: {
            checks,
            input: 'web/entry-client.tsx',
            output: {
              codeSplitting: { groups },
              // Every page loads the names of all files, and hashes do not compress.
              chunkFileNames: 'assets/[name]-[hash:7].js',
              assetFileNames,
            },
          },
        }),
  },
  resolve: {
    // React has `useSyncExternalStore` since version 18.
    alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }],
  },
  // The server build includes all packages; in development they are loaded from node_modules.
  ssr: command === 'build' ? { noExternal: true } : {},
}))
