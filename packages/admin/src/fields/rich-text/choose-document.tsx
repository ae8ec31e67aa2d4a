import { isUpload, labelOf } from '../../data/entities.ts'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'
import { type Described, Select } from '../../design/input.tsx'
import { richTextWords } from '../../words/rich-text.ts'
import { useWords } from '../../words/use-words.ts'
import { DocumentPicker } from '../document-picker.tsx'
import type { RelationshipTarget } from '../relationship-value.ts'
import styles from './rich-text.module.css'

interface ChooseDocumentProps {
  readonly described: Described
  readonly field: FieldSchema
  readonly collections: readonly EntitySchema[]
  /** The collection to search. */
  readonly slug: string
  readonly target: RelationshipTarget | undefined
  readonly onChange: (slug: string, target: RelationshipTarget | undefined) => void
}

export function ChooseDocument({ described, field, collections, slug, target, onChange }: ChooseDocumentProps) {
  const said = useWords(richTextWords)
  return (
    <div className={styles.documentRow}>
      <Select
        aria-label={said.collection}
        value={slug}
        options={collections.map((entity) => ({ value: entity.slug, label: labelOf(entity) }))}
        onChange={(next) => onChange(next, undefined)}
      />
      <DocumentPicker
        described={described}
        field={{ ...field, to: slug, many: false }}
        targets={target ? [target] : []}
        isReadOnly={false}
        hasPictures={collections.some((entity) => entity.slug === slug && isUpload(entity))}
        onChange={([next]) => onChange(slug, next)}
      />
    </div>
  )
}
