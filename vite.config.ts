import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { webManifest } from './web/pwa/web-manifest.ts'

const pwa = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'web',
    filename: 'sw.ts',
    registerType: 'prompt',
    injectRegister: false,
    manifest: webManifest,
    includeManifestIcons: false,
    injectManifest: {
      globPatterns: ['assets/*.{js,css,woff2}'],
      // What only the administrator uses is no visitor's to keep.
      globIgnores: ['assets/Admin*'],
      rollupFormat: 'iife',
      sourcemap: false,
    },
  })

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), ...(isSsrBuild ? [] : [pwa()])],
  publicDir: 'web/public',
  build: {
    emptyOutDir: true,
    // Every file has an address of its own: nothing inline, so that a strict policy needs no exception.
    assetsInlineLimit: 0,
    ...(isSsrBuild
      ? {
          outDir: 'dist/server',
          copyPublicDir: false,
          ssrEmitAssets: false,
          rolldownOptions: { output: { entryFileNames: 'server.js' } },
        }
      : {
          outDir: 'dist/client',
          manifest: true,
          rolldownOptions: { input: 'web/main.tsx' },
        }),
  },
  // The server's build stands alone; development takes the packages as they are.
  ssr: command === 'build' ? { noExternal: true } : {},
}))
