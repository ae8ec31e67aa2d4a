import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUILT_IN_TYPES, f, fieldTypes } from '@quirecms/core'
import { expect, it } from 'vitest'
import { knownType } from '../../../packages/admin/src/fields/known-types.ts'
import { addBuiltInTypes } from '../../../packages/admin/src/fields/registry.ts'

const ROOT = join(import.meta.dirname, '../../..')
const NAMES = Object.keys(fieldTypes)

it('every list of field types is complete', () => {
  addBuiltInTypes()
  const inAdmin = NAMES.filter((name) => knownType({ type: name }).name === name)
  expect({ known: [...BUILT_IN_TYPES], built: Object.keys(f), inAdmin }).toEqual({
    known: NAMES,
    built: NAMES,
    inAdmin: NAMES,
  })
})

/** Files outside of the folders of field types that ask for a type by name, and why no member of the type answers. */
const REASONS: Readonly<Record<string, string>> = {
  'packages/admin/src/data/entities.ts':
    'the title of a document is guessed before any type of the admin app is loaded',
  'packages/admin/src/features/references/removal-warning.tsx': 'words tell a mention in a text from a reference',
  'packages/admin/src/features/versions/change-in-words.ts': 'compares the blocks of a rich text, in its own form',
  'packages/admin/src/screens/document/follow-source.ts':
    'makes a slug in the browser, as the type does in the service',
  'packages/admin/src/screens/document/field-places.ts': 'a title of several lines stands among the fields',
  'packages/admin/src/screens/list/filter-model.ts': 'the dates of the system are filtered by two operators alone',
  'packages/admin/src/screens/list/list-columns.ts': 'shows the address of a document beside its title',
}

it('code asks field types for behaviour, not for their names', () => {
  // The other names are also those of JSON types, of nodes of a rich text, or of stored forms.
  const named = 'textarea|email|url|slug|checkbox|date|select|richText|relationship|upload|join|virtual'
  const asks = new RegExp(`\\btype(?:\\.name)?\\)? [!=]== '(?:${named})'|case '(?:${named})'|Set\\(\\['(?:${named})'`)
  const files = globSync('{packages,plugins}/*/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => !/\/fields\/|\.test\.|\/testing\/|rich-text|\/infer\//.test(file),
  )
  const asking = files.filter((file) => asks.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(asking.toSorted()).toEqual(Object.keys(REASONS).toSorted())
})
