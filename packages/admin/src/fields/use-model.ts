import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { FormContext, FormModel, InputProps } from './contract.ts'
import { DetachedModel, type FollowedForm, keysOf } from './form-model.ts'

/** Subscribes to a part of the content; the result keeps its identity while it is equal. */
export function useSelected<Selected>(model: FormModel, select: () => Selected): Selected {
  return useSyncExternalStore(model.subscribe, select)
}

/**
 * The form context of an input that contains fields. If its value is not that of the document, as beside a translation,
 * it gets a model of its own.
 */
export function useInnerForm({
  value,
  onChange,
  path,
  form,
  isReadOnly,
}: Pick<InputProps, 'value' | 'onChange' | 'path' | 'form' | 'isReadOnly'>): FollowedForm {
  const [detached] = useState(() => new DetachedModel(keysOf(path), value))
  // Updated when the input renders; the document may be ahead of `value`.
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

/** A form context for fields outside of a document. */
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
