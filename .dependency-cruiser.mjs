/** Every folder of the API except the shared ones, so that the rule applies to a new noun too. */
const noun = '^api/(?!(?:http|mongo|files|process|drawing|contract|shared|cli)/)([^/]+)/'
const foundation = '^api/(http|mongo|files|process|drawing|contract|shared)/'

/** What the subjects of the back office share, and the subjects: all folders except these and the frame around them. */
const adminShared = '^web/features/admin/(panel|records|changes|uploads)/'
const adminSubject = '^web/features/admin/(?!(?:panel|records|changes|uploads|frame)/)([^/]+)/'

const tests = '\\.test\\.tsx?$'
/** The scripts that `npm start` runs. */
const startScripts = 'prepare|build|build-part|get-mongod'

/** The import rule of ARCHITECTURE.md, executable.
 * @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'web-imports-only-the-contract-and-shared-rules',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^api/', pathNot: '^api/(contract|shared)/' },
    },
    {
      name: 'web-imports-no-schema',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^api/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'shared-rules-import-no-schema',
      severity: 'error',
      from: { path: '^api/shared/', pathNot: '\\.test\\.ts$' },
      to: { path: '^api/', pathNot: '^api/shared/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'a-noun-imports-no-other-noun',
      severity: 'error',
      from: { path: noun, pathNot: '\\.test\\.ts$' },
      to: { path: noun, pathNot: '^api/$1/' },
    },
    {
      name: 'foundations-import-no-noun',
      severity: 'error',
      from: { path: foundation, pathNot: '\\.test\\.ts$' },
      to: {
        path: `${noun}|^api/(main|serve|site|content|correspondence|back-office|foundations|environment)`,
      },
    },
    {
      name: 'http-imports-no-mongo',
      severity: 'error',
      from: { path: '^api/http/', pathNot: '\\.test\\.ts$' },
      to: { path: '^api/mongo/' },
    },
    {
      name: 'the-contract-imports-nothing-of-the-api',
      severity: 'error',
      from: { path: '^api/contract/' },
      to: { path: '^api/', pathNot: '^api/(contract|shared)/' },
    },
    {
      name: 'api-imports-only-the-content-of-web',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: '^web/', pathNot: '^web/content/' },
    },
    {
      name: 'a-feature-imports-no-other-feature',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    },
    {
      name: 'a-subject-of-the-back-office-imports-no-other',
      severity: 'error',
      from: { path: adminSubject, pathNot: tests },
      to: {
        path: `${adminSubject}|^web/features/admin/frame/`,
        pathNot: '^web/features/admin/$1/',
      },
    },
    {
      name: 'what-the-back-office-shares-imports-no-subject',
      severity: 'error',
      from: { path: adminShared, pathNot: tests },
      to: { path: `${adminSubject}|^web/features/admin/frame/` },
    },
    {
      name: 'features-import-no-route',
      severity: 'error',
      from: {
        path: '^web/(features|ui|api-client|offline|browser|installation|notifications|vitals|wishes)/',
      },
      to: { path: '^web/(routes|router|entry-)' },
    },
    {
      name: 'services-import-no-feature',
      severity: 'error',
      from: {
        path: '^web/(api-client|band|offline|browser|installation|notifications|service-worker|hydration|vitals|wishes)/',
      },
      to: { path: '^web/(features|ui|routes)/' },
    },
    {
      name: 'ui-knows-no-domain',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: { path: '^web/(features|api-client|offline|installation)/' },
    },
    {
      name: 'only-tests-and-scripts-import-testing',
      severity: 'error',
      from: { path: '^(api|web)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^testing/' },
    },
    {
      // `npm start` installs no development packages.
      name: 'the-program-imports-no-development-package',
      severity: 'error',
      from: { path: `^(api|web)/|^vite\\.config|^scripts/(${startScripts})\\.`, pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^bun$|^vite$|/ssr/(client|server)$' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    exclude: { path: '(^|/)dist/' },
    doNotFollow: { path: '(^|/)node_modules/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
      conditionNames: ['import', 'node', 'types', 'default'],
      exportsFields: ['exports'],
    },
  },
}
