import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const CORE = join(import.meta.dirname, '../../../packages/core/src')

/** Words of single features, in code. Features define what they are about; the engine should need none of them. */
const WORDS =
  /\b(?:\w*(?:passkey|totp|secondFactor|apiKey|invitation|lockout|mailer|keyring|unpublish|publishedRevision|schedule[ds]?|trash|restoreDeleted|deletePermanent|deletedAt|preview|endPresence|transfer|copyLocale|changeJoin|startPage)\w*|(?:read)?drafts?|(?:read)?versions?|publish|providers?|identityProvider\w*|comments?|uploads?|feed\w*|locks|heartbeat)\b/gi

/** What is left, and why. A folder stands for its files. */
const REASONS: Readonly<Record<string, string>> = {
  'config/': 'types and checks of the options of a configuration, which the compiler reads as one whole',
  'door/': 'hands on what other folders have',
  'index.ts': 'hands on what other folders have',
  'contracts/access.ts': 'the rules that come with Quire, with their traits: applications write them by these names',
  'contracts/answer-schemas.ts': 'the word for a remark in a JSON Schema',
  'contracts/answer.ts': 'streams of any operation have a heartbeat',
  'contracts/auth.ts': '`auth` of a configuration, resolved, and credentials, which every call may have',
  'contracts/document-events.ts': 'the events that come with Quire, which plugins extend by their types',
  'contracts/errors.ts': '`challenge` and `feed` are members of the one error, promised to applications',
  'contracts/factors.ts': 'second factors in the options of `auth`, and in the session that rules see',
  'contracts/field.ts': 'the names of built-in field types',
  'contracts/hooks.ts': 'the arguments of `beforeLogin` and `afterLogin`, promised to applications',
  'contracts/identity-provider.ts': 'the form of a provider in a configuration',
  'contracts/local.ts':
    'the methods that code without types of an application may call, by name, so that editors offer them',
  'contracts/named-job.ts': 'jobs of applications, which the engine runs, may repeat',
  'contracts/operation.ts': 'kinds of credentials and of bodies that the server reads before an operation is chosen',
  'contracts/storage-schema.ts': 'tables of copies are as complete as drafts are',
  'engine/access.ts': 'the part `drafts` of the scopes of a key, promised to clients',
  'engine/hooks.ts': 'the arguments of `beforeLogin` and `afterLogin`, promised to applications',
  'engine/jobs.ts': 'jobs of applications, which the engine runs, may repeat',
  'engine/named-jobs/': 'jobs of applications, which the engine runs, may repeat',
  'engine/read/requested.ts': 'the parameter that chooses the copy that is read',
  'engine/field-access.ts': 'previews read other documents as their readers do',
  'fields/': 'the field type `upload`',
  'local/local-api.ts': 'methods about the whole application, which the compiler wants by name',
  'manifest/check-credentials.ts': 'the kinds of credentials that schemes of plugins may not take the place of',
  'manifest/document-schema.ts': 'the schema of a document among its versions',
  'manifest/evolve/': 'uploads recognise files that they had before a change',
  'manifest/public-form.ts': 'the public description of upload collections, promised to clients',
  'manifest/public-manifest.ts': 'the public description of entities, promised to clients',
  'manifest/resolve-auth.ts': '`auth` of a configuration, with its defaults',
  'manifest/resolve-entity.ts': 'the draft of an entity, before its features have contributed',
  'manifest/resolve-jobs.ts': 'jobs of applications, which the engine runs, may repeat',
  'manifest/resolve-routes.ts': 'limits of what routes of an application take',
  'manifest/resolve.ts': 'whether mail is configured, which features ask before they offer it',
  'manifest/unclaimed-options.ts': 'says which option a misspelt or lonely one needs',
  'operations/bulk-api.ts': 'types of bulk actions by the options of a collection',
  'operations/document-': 'types of the options of methods by the options of a collection',
  'operations/documents.ts': 'collections of files are created by another body',
  'query/': 'messages and limits that name what they are for',
}

const codeOf = (file: string) =>
  readFileSync(join(CORE, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|(?<= )\/\/ .*$/gm, '')

it('core names features only with a reason', () => {
  const files = globSync('**/*.ts', { cwd: CORE }).filter((file) => !file.endsWith('.test.ts'))
  const knowing = files.filter((file) => (codeOf(file).match(WORDS)?.length ?? 0) > 0)
  const excused = (file: string) => Object.keys(REASONS).some((place) => file.startsWith(place))
  expect(knowing.filter((file) => !excused(file))).toEqual([])
  // A reason that nothing needs any more goes.
  expect(Object.keys(REASONS).filter((place) => !knowing.some((file) => file.startsWith(place)))).toEqual([])
})
