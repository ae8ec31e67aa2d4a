// Which way imports point (ARCHITECTURE.md): a package, and a folder of core, knows only what stands to its left.

/** The folders of core, in the order of its pipeline: each may import itself and those before it. */
const layersOfCore = [
  'contracts',
  'content',
  'query',
  'fields',
  'config',
  'manifest',
  'engine',
  'operations',
  'local',
  'door',
]

/** What each feature builds on: it reaches that by what the other offers (`offers.ts`), and nothing else of it. */
const needsOfFeatures = {
  auth: ['preferences'],
  changes: ['auth', 'drafts', 'overview'],
  comments: ['auth', 'overview'],
  drafts: ['versions'],
  images: ['uploads'],
  mail: ['auth'],
  overview: ['capabilities', 'jobs', 'schedule'],
  presence: ['overview'],
  preview: ['auth'],
  providers: ['auth'],
  schedule: ['auth', 'drafts', 'overview', 'preferences', 'versions'],
  // No feature itself, but a command that looks at what all of them keep.
  'content-lines': ['changes', 'trees', 'uploads'],
}

/** The folders of the admin app, in the same way. */
const layersOfAdmin = ['words', 'data', 'design', 'fields', 'extensions', 'screens', 'features', 'app']

/** What each package and private workspace may import, besides itself and packages of others. */
const allowedImports = {
  'packages/core': [],
  'packages/features': ['packages/core/src/door'],
  'packages/sql': ['packages/core'],
  'packages/server': ['packages/core'],
  'packages/files': ['packages/core'],
  'packages/s3': ['packages/core'],
  'packages/sdk': ['packages/core', 'packages/features'],
  'packages/admin': ['packages/sdk'],
  'packages/quire': [
    'packages/core',
    'packages/features',
    'packages/sql',
    'packages/server',
    'packages/files',
    'packages/admin',
    'packages/sdk', // src/testing alone, see below
  ],
  'packages/testkit': [
    'packages/core',
    'packages/features',
    'packages/sql',
    'packages/server',
    'packages/files',
    'packages/sdk',
    'packages/quire',
  ],
  'packages/create-quire/src': [],
  'plugins/[^/]+': ['packages/quire', 'packages/admin/src/extensions'],
  'examples/[^/]+': ['packages/quire', 'packages/sdk', 'packages/admin/src/extensions'],
}

const ours = '^(packages|plugins|examples|tests|bench)/'
const testFile = '\\.test(-d)?\\.ts$'
/** What the code of an application sees of all features together; no feature may import it. */
const applicationTypes = '^packages/features/src/application/'
const folderOf = (feature) => `^packages/features/src/${feature}/`
/** Single functions that another workspace needs too, so that both decide by the same rule. */
const sharedRules = {
  // A slug follows its title in the browser; words and conditions mean the same there, and what is typed is judged by the same rules.
  'packages/admin': [
    '^packages/core/src/fields/(slugify|typed-problem)\\.ts$',
    '^packages/core/src/contracts/localization\\.ts$',
    '^packages/core/src/content/show-if\\.ts$',
  ],
}

const oneOf = (paths) => `^(${paths.join('|')})/`

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Modules that import each other, types included, cannot be read one after the other.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    ...Object.entries(allowedImports).map(([workspace, allowed]) => ({
      name: `${workspace.replace('packages/', '').replace('/[^/]+', '')}-imports-left`,
      comment: `${workspace} may import ${allowed.join(', ') || 'no other package of this repository'}.`,
      severity: 'error',
      from: { path: oneOf([workspace]), pathNot: testFile },
      to: { path: ours, pathNot: [oneOf([workspace, ...allowed]), ...(sharedRules[workspace] ?? [])] },
    })),
    ...layersOfCore.map((layer, index) => ({
      name: `core-${layer}-imports-left`,
      comment: `core/${layer} may import ${layersOfCore.slice(0, index + 1).join(', ')}.`,
      severity: 'error',
      from: { path: `^packages/core/src/${layer}/`, pathNot: testFile },
      to: {
        path: '^packages/core/src/',
        pathNot: oneOf(layersOfCore.slice(0, index + 1).map((left) => `packages/core/src/${left}`)),
      },
    })),
    {
      name: 'core-is-used-below-the-door',
      comment: 'The door is for features. Nothing in core may need it, so that it can name everything there.',
      severity: 'error',
      from: { path: '^packages/core/src/', pathNot: '^packages/core/src/door/' },
      to: { path: '^packages/core/src/door/' },
    },
    {
      name: 'features-reach-others-by-what-they-offer',
      comment:
        'A feature imports of another only its offers.ts, and only if it says in needsOfFeatures that it builds on it.',
      severity: 'error',
      from: { path: '^packages/features/src/([^/]+)/', pathNot: [applicationTypes, testFile] },
      to: {
        path: '^packages/features/src/[^/]+/',
        pathNot: ['^packages/features/src/$1/', '^packages/features/src/[^/]+/offers\\.ts$'],
      },
    },
    {
      name: 'features-need-what-they-say',
      comment: 'needsOfFeatures lists which features build on which.',
      severity: 'error',
      from: {
        path: '^packages/features/src/[^/]+/',
        pathNot: [applicationTypes, ...Object.keys(needsOfFeatures).map(folderOf)],
      },
      to: { path: '^packages/features/src/[^/]+/offers\\.ts$' },
    },
    ...Object.entries(needsOfFeatures).map(([feature, needs]) => ({
      name: `feature-${feature}-needs-what-it-says`,
      comment: `The feature ${feature} builds on ${needs.join(', ')}.`,
      severity: 'error',
      from: { path: folderOf(feature), pathNot: testFile },
      to: {
        path: '^packages/features/src/[^/]+/offers\\.ts$',
        pathNot: needs.map(folderOf),
      },
    })),
    ...layersOfAdmin.map((layer, index) => ({
      name: `admin-${layer}-imports-left`,
      comment: `admin/${layer} may import ${layersOfAdmin.slice(0, index + 1).join(', ')}.`,
      severity: 'error',
      from: { path: `^packages/admin/src/${layer}/`, pathNot: testFile },
      to: {
        path: '^packages/admin/src/',
        pathNot: oneOf(layersOfAdmin.slice(0, index + 1).map((left) => `packages/admin/src/${left}`)),
      },
    })),
    {
      name: 'admin-features-stand-apart',
      comment:
        'A feature of the admin app knows no other one: where an application lacks it, nothing of it may be loaded.',
      severity: 'error',
      from: { path: '^packages/admin/src/features/([^/]+)/', pathNot: testFile },
      to: { path: '^packages/admin/src/features/[^/]+/', pathNot: '^packages/admin/src/features/$1/' },
    },
    {
      name: 'testing-stands-apart',
      comment: 'What only quirecms/testing needs is not there, or not wanted, where an application runs.',
      severity: 'error',
      from: { path: '^packages/quire/src/', pathNot: ['^packages/quire/src/testing/', testFile] },
      to: { path: ['^packages/quire/src/testing/', '^packages/sdk/', 'node_modules/(vitest|pg)/'] },
    },
    {
      name: 'core-files-have-a-layer',
      comment: 'Beside its index, every file of core stands in a folder that has a place in the order.',
      severity: 'error',
      from: {},
      to: {
        path: '^packages/core/src/',
        pathNot: `^packages/core/src/(index\\.ts|(${layersOfCore.join('|')})/)`,
      },
    },
  ],
  options: {
    parser: 'swc', // it cannot read TypeScript 7's compiler, and then takes 0 modules for a success
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: ['node_modules'] },
    exclude: { path: ['(^|/)dist/'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
