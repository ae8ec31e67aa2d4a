import { type RefObject, useEffect, useState } from 'react'
import { labelOf } from '../data/entities.ts'
import type { FieldSchema } from '../data/schema.ts'
import { knownType } from './known-types.ts'
import { asRecord } from '../data/members.ts'
import styles from './rows.module.css'
import { fieldsOfRow, rowsOf } from './rows.ts'

/** Distance from the viewport at which an element is prepared. */
const DISTANCE = '900px 0px'

const followed = new Map<Element, (isNear: boolean) => void>()
let observer: IntersectionObserver | undefined

function follow(element: Element, tell: (isNear: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) followed.get(target)?.(isIntersecting)
    },
    { rootMargin: DISTANCE },
  )
  followed.set(element, tell)
  observer.observe(element)
  return () => {
    followed.delete(element)
    observer?.unobserve(element)
  }
}

/** Whether an element is in or near the viewport. An element with the focus counts as near. */
export function useNear(element: RefObject<HTMLElement | null>, isAtFirst: boolean): boolean {
  const [isNear, setNear] = useState(isAtFirst)
  useEffect(() => {
    const { current } = element
    if (!current) return undefined
    return follow(current, (isNow) => setNear(isNow || current.contains(document.activeElement)))
  }, [element])
  return isNear
}

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
