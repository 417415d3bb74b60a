const noun = '^api/(shows|music|enquiries|admin|pages|openapi|demo)/'

/** The import rule of ARCHITECTURE.md, executable.
 * @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'web-knows-the-contract-only-by-its-types',
      severity: 'error',
      from: { path: '^web/' },
      // A table of cases is no code: tests of both sides may be held to the same one.
      to: { path: '^api/', pathNot: '^api/contract/|\\.cases\\.ts$' },
    },
    {
      name: 'web-takes-no-schema-from-the-contract',
      severity: 'error',
      from: { path: '^web/' },
      // Rules that both sides follow need no validator.
      to: {
        path: '^api/contract/',
        pathNot: '^api/contract/band-day\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'a-noun-knows-no-other-noun',
      severity: 'error',
      from: { path: noun, pathNot: '\\.test\\.ts$' },
      to: { path: noun, pathNot: '^api/$1/' },
    },
    {
      name: 'platform-knows-no-noun',
      severity: 'error',
      from: { path: '^api/(platform|contract)/' },
      to: { path: noun },
    },
    {
      name: 'api-reads-of-the-web-its-content-alone',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: '^web/', pathNot: '^web/content/' },
    },
    {
      name: 'a-feature-knows-no-other-feature',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    },
    {
      name: 'features-know-no-route',
      severity: 'error',
      from: { path: '^web/(features|ui|http)/' },
      to: { path: '^web/(routes|router|main|server)' },
    },
    {
      name: 'what-works-behind-pages-knows-no-feature',
      severity: 'error',
      from: { path: '^web/(pwa|http)/' },
      to: { path: '^web/(features|ui|routes)/' },
    },
    {
      name: 'ui-knows-no-domain',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: { path: '^web/(features|http)/' },
    },
    {
      name: 'only-tests-use-what-is-for-tests',
      severity: 'error',
      from: { path: '^(api|web)/', pathNot: ['\\.test\\.ts$', '^api/testing/'] },
      to: { path: '^api/testing/' },
    },
    {
      name: 'only-tests-use-tables-of-cases',
      severity: 'error',
      from: { pathNot: '\\.test\\.ts$' },
      to: { path: '\\.cases\\.ts$' },
    },
    {
      name: 'what-is-not-there',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^bun$|^vite$|/ssr/(client|server)$' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    exclude: { path: '(^|/)(node_modules|dist)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
      conditionNames: ['import', 'node', 'types', 'default'],
      exportsFields: ['exports'],
    },
  },
}
