import { labelOf } from '../data/entities.ts'
import type { FieldSchema } from '../data/schema.ts'
import { knownType } from './known-types.ts'
import { asRecord } from './members.ts'
import styles from './rows.module.css'
import { fieldsOfRow, rowsOf } from './rows.ts'

/**
 * An open row far from the viewport: its texts without inputs, so that the browser's search finds them and the height
 * is about right.
 */
export function RestingFields({ fields, value }: { readonly fields: readonly FieldSchema[]; readonly value: unknown }) {
  const values = asRecord(value)
  return fields.map((field) => {
    if (field.admin?.hidden) return null
    const inner = values[field.name]
    return (
      <div key={field.name} className={styles.resting}>
        <span>{labelOf(field)}</span>
        {field.structure === 'group' ? (
          <RestingFields fields={field.fields ?? []} value={inner} />
        ) : field.structure === 'rows' || field.structure === 'blocks' ? (
          rowsOf(inner).map((row) => <RestingFields key={row.id} fields={fieldsOfRow(field, row) ?? []} value={row} />)
        ) : (
          <p dir="auto">{knownType(field).text(inner, field)}</p>
        )}
      </div>
    )
  })
}
