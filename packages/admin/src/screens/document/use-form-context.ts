import { useCallback, useMemo } from 'react'
import type { Capabilities } from '../../data/document.ts'
import type { DocumentPlace } from '../../data/document-api.ts'
import type { FormContext, FormModel } from '../../fields/contract.ts'
import { type FollowedForm, keysOf } from '../../fields/form-model.ts'
import { asRecord } from '../../data/members.ts'
import { useIssueWords } from '../../fields/use-issue-words.ts'
import type { DocumentForm } from './use-document-form.ts'
import type { LiveCopy } from './use-live-copy.ts'
import type { Translation } from './use-translation.ts'

interface FormContextParts {
  readonly place: DocumentPlace
  readonly access: Capabilities
  readonly form: DocumentForm
  readonly isReadOnly: boolean
  readonly live: LiveCopy | undefined
  readonly translation: Translation | undefined
}

export function useFormContext({ place, access, form, isReadOnly, live, translation }: FormContextParts): FollowedForm {
  const { entity, id, locale } = place
  const { issues } = form
  const right = id === null ? 'create' : 'update'
  // Stable while equal, so that fields don't render again.
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
  const { model, asOneStep, asOwnUndo } = form
  const value = useCallback<FormContext['value']>((path) => model.at(keysOf(path)), [model])
  const isChanged = useMemo(() => (live ? differingIn(live, model) : never), [live, model])
  const beside = translation?.beside
  return useMemo(
    () => ({
      entity,
      id,
      locale,
      isReadOnly,
      value,
      model,
      issue,
      mayChange,
      isChanged,
      asOneStep,
      asOwnUndo,
      ...(beside && { otherLocale: beside }),
    }),
    [entity, id, locale, isReadOnly, value, model, issue, mayChange, isChanged, asOneStep, asOwnUndo, beside],
  )
}

const never = () => false

/** Fields that differ from the live copy, compared once for each state of the content. */
function differingIn(live: LiveCopy, model: FormModel): FormContext['isChanged'] {
  let content: unknown
  let names: ReadonlySet<string> = new Set()
  return (path) => {
    const now = asRecord(model.at([]))
    if (now !== content) names = new Set(live.differences(now))
    content = now
    return names.has(path)
  }
}
