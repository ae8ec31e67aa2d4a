import { useState } from 'react'
import { errorWords, explain } from '../../data/error-words.ts'
import { userCollection } from '../../data/entities.ts'
import { useSchema } from '../../data/use-session.ts'
import { type SharedView, useShareView, useUnshareView } from '../../data/use-shared-views.ts'
import { Button } from '../../design/button.tsx'
import { Checkbox, Labelled, Select } from '../../design/input.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { optionsOf } from '../../fields/options.ts'
import { listWords } from '../../words/list.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './saved-views.module.css'

interface ShareViewProps {
  readonly slug: string
  readonly view: SharedView
  readonly isShared: boolean
  readonly rolesIn: string | null
  /** Called with the shared view, or null when it is no longer shared. */
  readonly onDone: (view: SharedView | null) => void
  readonly onClose: () => void
}

/** Chooses who sees a view. */
export function ShareView({ slug, view, isShared, rolesIn, onDone, onClose }: ShareViewProps) {
  const said = useWords(listWords)
  const errors = useWords(errorWords)
  const { cancel } = useWords(sharedWords)
  const sharing = useShareView(slug)
  const unsharing = useUnshareView(slug)
  const options = useRoles(rolesIn)
  const [roles, setRoles] = useState(view.roles)
  const [isForSome, setForSome] = useState(view.roles.length > 0)
  const isBusy = sharing.isPending || unsharing.isPending
  const onError = (error: Error) => toastError(said.shareFailed, explain(error, errors))

  function share(): void {
    const shared = { ...view, roles: isForSome ? roles : [] }
    sharing.mutate(shared, {
      onError,
      onSuccess: () => {
        toast(said.viewShared)
        onDone(shared)
      },
    })
  }

  function stop(): void {
    unsharing.mutate(view.key, {
      onError,
      onSuccess: () => {
        toast(said.viewUnshared)
        onDone(null)
      },
    })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={said.shareTitle({ name: view.name })}
      actions={
        <>
          {isShared && (
            <Button kind="outline" disabled={isBusy} onClick={stop}>
              {said.stopSharing}
            </Button>
          )}
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" disabled={isBusy || (isForSome && roles.length === 0)} onClick={share}>
            {said.share}
          </Button>
        </>
      }
    >
      <div className={styles.sharing}>
        <p>{said.shareText}</p>
        {options.length > 0 && (
          <Labelled label={said.shareWith}>
            {(described) => (
              <Select
                {...described}
                value={isForSome ? 'some' : 'all'}
                options={[
                  { value: 'all', label: said.everyone },
                  { value: 'some', label: said.someRoles },
                ]}
                onChange={(next) => setForSome(next === 'some')}
              />
            )}
          </Labelled>
        )}
        {isForSome && (
          <ul className={styles.roles} aria-label={said.someRoles}>
            {options.map(({ value, label }) => (
              <li key={value}>
                {/* The label contains its checkbox, a button with a hidden input. */}
                <label className={styles.role}>
                  <Checkbox
                    checked={roles.includes(value)}
                    onCheckedChange={(on) => setRoles(on ? [...roles, value] : roles.filter((role) => role !== value))}
                  />
                  {label}
                </label>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

/** The roles that users can have. */
function useRoles(rolesIn: string | null): readonly { readonly value: string; readonly label: string }[] {
  const schema = useSchema()
  const users = schema.collections[userCollection(schema) ?? '']
  const field = users?.fields.find(({ name }) => name === rolesIn)
  return field ? optionsOf(field) : []
}
