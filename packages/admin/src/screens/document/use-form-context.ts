import type { Capabilities } from '../../data/document.ts'
import type { Place } from '../../data/document-api.ts'
import type { FormContext } from '../../fields/contract.ts'
import type { Beside } from './use-beside.ts'
import type { DocumentForm } from './use-document-form.ts'
import type { LiveCopy } from './use-live-copy.ts'

interface FormContextParts {
  readonly place: Place
  readonly access: Capabilities
  readonly form: DocumentForm
  readonly isReadOnly: boolean
  readonly live: LiveCopy | undefined
  readonly beside: Beside | undefined
}

/** What inputs may ask about the form around them. */
export function useFormContext({ place, access, form, isReadOnly, live, beside }: FormContextParts): FormContext {
  const { entity, id, locale } = place
  const { issues } = form
  const differing = new Set(live?.differences(form.values) ?? [])
  const right = id === null ? 'create' : 'update'
  return {
    entity,
    id,
    locale,
    isReadOnly,
    value: (path) => valueAt(form.values, path),
    issue: (path) => issues.find((issue) => issue.path === path)?.message,
    mayChange: (path) => access.fields[path]?.[right] !== false,
    isChanged: (path) => differing.has(path),
    ...(beside && { beside: (path) => ({ locale: beside.locale, value: valueAt(beside.doc, path) }) }),
  }
}

function valueAt(content: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
      content,
    )
}
