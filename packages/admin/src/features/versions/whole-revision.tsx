import { useId } from 'react'
import { labelOf, titleOf } from '../../data/entities.ts'
import type { Snapshot } from '../../data/document.ts'
import { sameJson } from '../../data/same-json.ts'
import type { FieldSchema } from '../../data/schema.ts'
import type { Values } from '../../data/translation-units.ts'
import type { FormContext } from '../../fields/contract.ts'
import { isNothing, isToldAsText, ReadValue } from '../../fields/read-value.tsx'
import { fieldTypeOf } from '../../fields/registry.ts'
import { valueAt } from '../../screens/document/value-at.ts'
import { textIn } from '../../words/direction.ts'
import { useFormats } from '../../words/formats.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { BringBackButton } from './bring-back.tsx'
import styles from './history-screen.module.css'
import { type HistoryPlace, shownContent, useRightToChange } from './use-history.ts'
import { historyWords } from './words.ts'

interface WholeRevisionProps {
  readonly place: HistoryPlace
  readonly snapshot: Snapshot
  /** The newest revision; equal values need no restore. */
  readonly newest: Snapshot | undefined
}

/** A revision as a whole, read-only: all fields with a value. */
export function WholeRevision({ place, snapshot, newest }: WholeRevisionProps) {
  const { entity, kind, id, languages } = place
  const said = useWords(historyWords)
  const { untitled } = useWords(sharedWords)
  const { number } = useFormats()
  const { mayChangeField } = useRightToChange(place)
  const content = shownContent(place, snapshot)
  const now = newest && shownContent(place, newest)
  const form: FormContext = {
    entity,
    id,
    locale: languages?.shown,
    isReadOnly: true,
    value: (path) => valueAt(content, path),
    issue: () => undefined,
    mayChange: () => false,
    isChanged: () => false,
  }
  const fields = entity.fields.filter(
    (field) => field.structure !== 'computed' && field.admin?.hidden !== true && Object.hasOwn(content, field.name),
  )
  const revision = number(snapshot.revision)
  return (
    <>
      <h1 className={styles.title}>{kind === 'global' ? labelOf(entity) : titleOf(entity, content) || untitled}</h1>
      <p className={styles.lead}>
        {snapshot.name === null
          ? said.revision({ number: revision })
          : said.revisionNamed({ number: revision, name: snapshot.name })}
      </p>
      {fields.map((field) => {
        const isOther = now !== undefined && !sameJson(now[field.name] ?? null, content[field.name] ?? null)
        return (
          // Inputs with their own label are regions already.
          <section
            key={field.name}
            className={styles.field}
            {...(!fieldTypeOf(field).ownLabel && { 'aria-label': labelOf(field) })}
          >
            <div className={styles.head}>
              <h2 className={styles.name}>{labelOf(field)}</h2>
              {isOther && mayChangeField(field) && (
                <BringBackButton
                  place={place}
                  field={field}
                  locale={languages?.shown}
                  revision={snapshot.revision}
                  value={content[field.name] ?? null}
                />
              )}
            </div>
            <div {...textIn(field.localized ? languages?.shown : undefined)}>
              <Value field={field} content={content} form={form} />
            </div>
          </section>
        )
      })}
    </>
  )
}

interface ValueProps {
  readonly field: FieldSchema
  readonly content: Values
  readonly form: FormContext
}

function Value({ field, content, form }: ValueProps) {
  const id = useId()
  const said = useWords(historyWords)
  const value = content[field.name]
  if (isNothing(field, value)) return <span className={styles.nothing}>{said.emptyValue}</span>
  const label = `${id}-label`
  const { Input } = fieldTypeOf(field)
  return (
    <>
      <span id={label} hidden>
        {labelOf(field)}
      </span>
      {isToldAsText(field) ? (
        <ReadValue field={field} value={value} id={id} labelledBy={label} />
      ) : (
        <Input
          field={field}
          value={value}
          onChange={() => undefined}
          path={field.name}
          isReadOnly
          described={{ id, 'aria-invalid': false, 'aria-describedby': undefined, 'aria-labelledby': label }}
          form={form}
        />
      )}
    </>
  )
}
