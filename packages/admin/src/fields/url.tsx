import { ExternalLink } from 'lucide-react'
import { Icon } from '../design/icon.tsx'
import { Input } from '../design/input.tsx'
import type { CellProps, FieldType, InputProps } from './contract.ts'
import { TextDiff } from './diff/lazy-diffs.ts'
import styles from './fields.module.css'
import { ManyTexts } from './lazily.tsx'
import { asText, TextFilter, textFiltering, textOf } from './text.tsx'

export const url: FieldType = {
  name: 'url',
  Input: UrlInput,
  Cell: UrlCell,
  Filter: TextFilter,
  Diff: TextDiff,
  text: textOf,
  width: 200,
  reading: {},
  filtering: textFiltering,
}

function UrlInput(props: InputProps) {
  const { field, value, onChange, isReadOnly, described } = props
  if (field.many) return <ManyTexts {...props} />
  const written = asText(value)
  return (
    <div className={styles.row}>
      <Input
        {...described}
        inputMode="url"
        value={written}
        readOnly={isReadOnly}
        placeholder={field.admin?.placeholder ?? 'https://'}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      />
      {isWeb(written) && (
        <a href={written} target="_blank" rel="noreferrer" className={styles.muted} aria-label={written}>
          <Icon of={ExternalLink} />
        </a>
      )}
    </div>
  )
}

function UrlCell({ value }: CellProps) {
  return <span className={styles.plain}>{textOf(value).replace(/^https?:\/\//, '')}</span>
}

/** Only these schemes open from here. */
function isWeb(address: string): boolean {
  return /^https?:\/\//i.test(address)
}
