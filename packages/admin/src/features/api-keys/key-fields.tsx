import type { ReactNode } from 'react'
import { isApiError } from '../../data/api-error.ts'
import { Input, Labelled } from '../../design/input.tsx'
import { useIssueWords } from '../../fields/use-issue-words.ts'
import { useWords } from '../../words/use-words.ts'
import type { ApiKey } from './use-keys.ts'
import { apiKeysWords } from './words.ts'

/** Form values of a new or changed key. */
export interface TypedKey {
  readonly name: string
  readonly note: string
  /** Allowed addresses, separated by commas. */
  readonly from: string
}

const TYPED = ['name', 'note', 'addresses'] as const

export function typedOf({ name, note, addresses }: Pick<ApiKey, 'name' | 'note' | 'addresses'>): TypedKey {
  return { name, note: note ?? '', from: addresses?.join(', ') ?? '' }
}

/** Validation issues of a key by field; `isElsewhere` if no input shows them. */
export function useKeyIssues(error: unknown) {
  const issueInWords = useIssueWords()
  const issues = isApiError(error) ? error.issues : []
  const issueAt = (place: string) => {
    const found = issues.find(({ path }) => path.split('.')[0] === place)
    return found && issueInWords(found)
  }
  const isElsewhere = Boolean(error) && TYPED.every((place) => issueAt(place) === undefined)
  return { issueAt, isElsewhere }
}

interface KeyFieldsProps {
  readonly typed: TypedKey
  readonly issueAt: (place: (typeof TYPED)[number]) => string | undefined
  readonly onChange: (typed: TypedKey) => void
  /** Inputs for scopes and expiry, below the name. */
  readonly children: ReactNode
}

export function KeyFields({ typed, issueAt, onChange, children }: KeyFieldsProps) {
  const said = useWords(apiKeysWords)
  return (
    <>
      <Labelled label={said.keyName} hint={said.keyNameHint} error={issueAt('name')}>
        {(described) => (
          <Input
            {...described}
            required
            maxLength={80}
            value={typed.name}
            onChange={(event) => onChange({ ...typed, name: event.target.value })}
          />
        )}
      </Labelled>
      {children}
      <Labelled label={said.addresses} hint={said.addressesHint} error={issueAt('addresses')}>
        {(described) => (
          <Input
            {...described}
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            value={typed.from}
            onChange={(event) => onChange({ ...typed, from: event.target.value })}
          />
        )}
      </Labelled>
      <Labelled label={said.note} error={issueAt('note')}>
        {(described) => (
          <Input
            {...described}
            maxLength={1000}
            value={typed.note}
            onChange={(event) => onChange({ ...typed, note: event.target.value })}
          />
        )}
      </Labelled>
    </>
  )
}
