import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { FormContext, FormModel, InputProps } from './contract.ts'
import { DetachedModel, type FollowedForm, keysOf } from './form-model.ts'

/** What `select` makes of the content: a plain value, or an object that stays the same as long as its content does. */
export function useSelected<Selected>(model: FormModel, select: () => Selected): Selected {
  return useSyncExternalStore(model.subscribe, select)
}

/**
 * The form of an input that holds other fields. Where its value is not the one of the document, as beside a translation
 * or in an input of an extension, it is the content.
 */
export function useInnerForm({
  value,
  onChange,
  path,
  form,
  isReadOnly,
}: Pick<InputProps, 'value' | 'onChange' | 'path' | 'form' | 'isReadOnly'>): FollowedForm {
  const [detached] = useState(() => new DetachedModel(keysOf(path), value))
  // Told when the input was rendered: from then on, the document may be ahead of `value`.
  const model = useMemo(() => {
    const own = form.model
    return own && own.at(keysOf(path)) === value ? own : undefined
  }, [form.model, path, value])
  useEffect(() => {
    detached.onChange = onChange
  })
  useLayoutEffect(() => {
    if (!model) detached.replace(value)
  }, [detached, model, value])
  return useMemo(() => ({ ...form, isReadOnly, model: model ?? detached }), [form, isReadOnly, model, detached])
}

/** Fields outside of a document: in dialogs and profiles, and of a block in a text. */
export function useDetachedForm(
  form: FormContext,
  path: string,
  values: Readonly<Record<string, unknown>>,
  onChange: (name: string, value: unknown) => void,
): FollowedForm {
  const [model] = useState(() => new DetachedModel(keysOf(path), values))
  useEffect(() => {
    model.onChange = (content, name) => {
      if (name !== undefined) onChange(name, model.at([...keysOf(path), name]))
    }
  })
  useLayoutEffect(() => model.replace(values), [model, values])
  return useMemo(() => ({ ...form, model }), [form, model])
}
