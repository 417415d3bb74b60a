import { build, type Plugin } from 'vite'

const query = '?inline-script'

/** Imports a module as the text of a classic script, bundled with what it imports: `import text from './module?inline-script'`. */
export const inlineScripts = (): Plugin => ({
  name: 'inline-scripts',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith(query)) return
    const input = id.slice(0, -query.length)
    const bundle = await build({
      configFile: false,
      logLevel: 'warn',
      build: { write: false, rolldownOptions: { input, output: { format: 'iife' } } },
    })
    const [code = ''] = [bundle]
      .flat()
      .flatMap((built) => ('output' in built ? built.output[0].code : []))
    return `export default ${JSON.stringify(code.trim())}`
  },
})
