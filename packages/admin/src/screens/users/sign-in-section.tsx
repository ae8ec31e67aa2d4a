import { KeyRound, LockOpen } from 'lucide-react'
import type { Capabilities, Doc } from '../../data/document.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { can } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { may } from '../../data/use-documents.ts'
import { useInvitations } from '../../data/use-invitations.ts'
import { useSendRecovery, useUnlock } from '../../data/use-users.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { useWords } from '../../words/use-words.ts'
import { userWords } from '../../words/profile.ts'
import margin from '../document/document-margin.module.css'

interface SignInSectionProps {
  readonly entity: EntitySchema
  readonly access: Capabilities
  readonly user: Doc
}

export function SignInSection({ entity, access, user }: SignInSectionProps) {
  const said = useWords(userWords)
  const errors = useWords(errorWords)
  const unlocking = useUnlock(entity.slug)
  const sending = useSendRecovery(entity.slug)
  const onError = (error: unknown) => toastError(explain(error, errors))
  const { email } = user
  const mayUnlock = can(entity, 'unlock') && may(access, 'unlock')
  // Invited users have no password, so the service would send no mail.
  const invitations = useInvitations(entity.slug, can(entity, 'listInvitations') && may(access, 'create'))
  const isInvited = invitations.data?.docs.some(({ id }) => id === user.id) ?? false
  const maySend = !isInvited && can(entity, 'forgotPassword') && may(access, 'update') && typeof email === 'string'
  if (!mayUnlock && !maySend) return null
  return (
    <section className={margin.section} aria-label={said.signIn}>
      <h2 className={margin.heading}>{said.signIn}</h2>
      <div className={margin.deeds}>
        {maySend && (
          <Button
            small
            disabled={sending.isPending}
            onClick={() => sending.mutate(email, { onSuccess: () => toast(said.sent({ email })), onError })}
          >
            <Icon of={KeyRound} size={14} />
            {said.recovery}
          </Button>
        )}
        {mayUnlock && (
          <Button
            small
            title={said.unlockText}
            disabled={unlocking.isPending}
            onClick={() => unlocking.mutate(user.id, { onSuccess: () => toast(said.unlocked), onError })}
          >
            <Icon of={LockOpen} size={14} />
            {said.unlock}
          </Button>
        )}
      </div>
    </section>
  )
}
