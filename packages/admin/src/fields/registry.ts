import type { FieldSchema } from '../data/schema.ts'
import { array } from './array.tsx'
import { blocks } from './blocks.tsx'
import { checkbox } from './checkbox.tsx'
import { code } from './code.tsx'
import type { FieldType } from './contract.ts'
import { date } from './date.tsx'
import { email } from './email.tsx'
import { group } from './group.tsx'
import { join } from './join.tsx'
import { json } from './json.tsx'
import { addFieldType, knownType } from './known-types.ts'
import { number } from './number.tsx'
import { point } from './point.tsx'
import { relationship } from './relationship.tsx'
import { richText } from './rich-text.tsx'
import { select } from './select.tsx'
import { slug } from './slug.tsx'
import { text } from './text.tsx'
import { textarea } from './textarea.tsx'
import { upload } from './upload.tsx'
import { url } from './url.tsx'
import { virtual } from './virtual.tsx'

// In the order of docs/contract/configuration.md#field-types.
const builtIn: readonly FieldType[] = [
  text,
  textarea,
  email,
  url,
  slug,
  code,
  number,
  checkbox,
  date,
  select,
  json,
  point,
  richText,
  relationship,
  upload,
  group,
  array,
  blocks,
  join,
  virtual,
]

/** Called once, before the first render. */
export function addBuiltInTypes(): void {
  for (const type of builtIn) addFieldType(type)
}

/** How a field is presented: the component that `admin.component` names, else its type. */
export function fieldTypeOf(field: Pick<FieldSchema, 'type' | 'admin'>): FieldType {
  return knownType(field)
}
