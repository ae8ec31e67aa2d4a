import { useCallback, useRef } from 'react'
import type { FieldSchema } from '../data/schema.ts'
import type { FormContext } from './contract.ts'
import { FieldContent } from './field-content.tsx'

interface FieldRowProps {
  readonly field: FieldSchema
  readonly value: unknown
  readonly path: string
  readonly onChange: (value: unknown) => void
  readonly form: FormContext
}

/**
 * One field. A key that is pressed in one of them renders that one: what others get stays the same, though the form
 * around them is another with each key. A field that looks at the values of others is rendered with them.
 */
export function FieldRow({ field, value, path, onChange, form }: FieldRowProps) {
  const latest = useRef({ onChange, form })
  // oxlint-disable-next-line react/refs -- what is asked in a render must be what that render shows; an effect would come after it
  latest.current = { onChange, form }
  const looksAround = useRef(false)
  const change = useCallback((next: unknown) => latest.current.onChange(next), [])
  const valueAt = useCallback((at: string) => {
    looksAround.current = true
    return latest.current.form.value(at)
  }, [])
  return (
    <FieldContent
      field={field}
      value={value}
      path={path}
      onChange={change}
      form={form}
      valueAt={valueAt}
      // oxlint-disable-next-line react/refs -- it was asked in a former render, and only decides whether to render again
      around={looksAround.current ? form : undefined}
    />
  )
}
