import type { FieldSchema } from '../data/schema.ts'
import { checkbox } from './checkbox.tsx'
import type { FieldType } from './contract.ts'
import { date } from './date.tsx'
import { email } from './email.tsx'
import { number } from './number.tsx'
import { other } from './other.tsx'
import { relationship } from './relationship.tsx'
import { select } from './select.tsx'
import { slug } from './slug.tsx'
import { text } from './text.tsx'
import { textarea } from './textarea.tsx'
import { upload } from './upload.tsx'
import { url } from './url.tsx'

// One line for each type, in the order of the contract.
const types = new Map<string, FieldType>(
  [text, textarea, email, url, slug, number, checkbox, date, select, relationship, upload].map((type) => [
    type.name,
    type,
  ]),
)

/** How a field is presented: the component that `admin.component` names, else its type. */
export function fieldTypeOf(field: Pick<FieldSchema, 'type' | 'admin'>): FieldType {
  const named = field.admin?.component
  return (named === undefined ? undefined : types.get(named)) ?? types.get(field.type) ?? other
}
