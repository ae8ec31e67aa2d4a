import { useCallback } from 'react'
import type { Capabilities } from '../../data/document.ts'
import type { Place } from '../../data/document-api.ts'
import type { FormContext } from '../../fields/contract.ts'
import { useIssueWords } from '../../fields/use-issue-words.ts'
import type { DocumentForm } from './use-document-form.ts'
import type { LiveCopy } from './use-live-copy.ts'
import type { Translation } from './use-translation.ts'
import { valueAt } from './value-at.ts'

interface FormContextParts {
  readonly place: Place
  readonly access: Capabilities
  readonly form: DocumentForm
  readonly isReadOnly: boolean
  readonly live: LiveCopy | undefined
  readonly translation: Translation | undefined
}

/** What inputs may ask about the form around them. */
export function useFormContext({ place, access, form, isReadOnly, live, translation }: FormContextParts): FormContext {
  const { entity, id, locale } = place
  const { issues } = form
  const differing = new Set(live?.differences(form.values) ?? [])
  const right = id === null ? 'create' : 'update'
  // As long as they say the same they are the same, so that fields are not rendered for what happens in others.
  const issueInWords = useIssueWords()
  const issue = useCallback<FormContext['issue']>(
    (path) => {
      const found = issues.find((one) => one.path === path)
      return found && issueInWords(found)
    },
    [issues, issueInWords],
  )
  const mayChange = useCallback<FormContext['mayChange']>(
    (path) => access.fields[path]?.[right] !== false,
    [access, right],
  )
  return {
    entity,
    id,
    locale,
    isReadOnly,
    value: (path) => valueAt(form.values, path),
    issue,
    mayChange,
    isChanged: (path) => differing.has(path),
    asOneStep: form.asOneStep,
    asOwnUndo: form.asOwnUndo,
    ...(translation && { beside: translation.beside }),
  }
}
