import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
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
  ssr: { noExternal: true },
}))
