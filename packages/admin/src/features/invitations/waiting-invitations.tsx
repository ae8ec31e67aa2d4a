import { Mail } from 'lucide-react'
import { useState } from 'react'
import { isApiError } from '../../data/api-error.ts'
import { can } from '../../data/entities.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import {
  useInvitationLink,
  useInvitations,
  useResendInvitation,
  useWithdrawInvitation,
} from '../../data/use-invitations.ts'
import { Button, CopyButton } from '../../design/button.tsx'
import { Confirm, useAsking } from '../../design/confirm.tsx'
import { Icon } from '../../design/icon.tsx'
import { Row, Rows } from '../../design/rows.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import type { ListContext } from '../../screens/feature.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './invitations.module.css'
import { invitationsWords } from './words.ts'
import { Dialog } from '../../design/dialog.tsx'
import { Input } from '../../design/input.tsx'
import { sharedWords } from '../../words/shared.ts'

/** Longer lists are folded, because the users below would be out of view. */
const FEW = 3

interface Waiting {
  readonly id: string
  readonly email: string
}

/** Above a list of users: the pending invitations, if there are any. */
export function WaitingInvitations({ entity }: ListContext) {
  const said = useWords(invitationsWords)
  const errors = useWords(errorWords)
  const formats = useFormats()
  const { data } = useInvitations(entity.slug, true)
  const resending = useResendInvitation(entity.slug)
  const linking = useInvitationLink(entity.slug)
  const withdrawing = useWithdrawInvitation(entity.slug)
  const [isWhole, setWhole] = useState(false)
  const [link, setLink] = useState<CreatedLink | null>(null)
  const { asking, ask, stop } = useAsking<Waiting>()
  if (!data || data.docs.length === 0) return null
  const shown = isWhole ? data.docs : data.docs.slice(0, FEW)

  function stateOf({ status, sentAt, expiresAt }: (typeof shown)[number]): string {
    if (status === 'expired') return said.expired
    const sent = sentAt === null ? said.onItsWay : said.sentAt({ when: formats.ago(sentAt) })
    return `${sent}, ${said.until({ day: formats.day(expiresAt) })}`
  }

  const resend = ({ id, email }: Waiting) =>
    resending.mutate(id, {
      onSuccess: () => toast(said.sent({ email })),
      onError: (error) => toastError(isApiError(error, 'too_many_attempts') ? said.tooSoon : explain(error, errors)),
    })
  const createLink = ({ id, email }: Waiting) =>
    linking.mutate(id, {
      onSuccess: (created) => setLink({ email, ...created }),
      onError: (error) => toastError(explain(error, errors)),
    })
  const withdraw = ({ id }: Waiting) =>
    withdrawing.mutate(id, {
      onSuccess: () => toast(said.withdrawn),
      onError: (error) => toastError(explain(error, errors)),
    })

  return (
    <section className={styles.waiting} aria-label={said.waiting}>
      <h2 className={styles.heading}>
        {said.waiting}
        <span className={styles.count}>{formats.number(data.pagination.totalDocs)}</span>
      </h2>
      <Rows label={said.waiting}>
        {shown.map((invitation) => (
          <Row
            key={invitation.id}
            start={<Icon of={Mail} />}
            name={<bdi>{invitation.email}</bdi>}
            note={stateOf(invitation)}
            end={
              <span className={styles.deeds}>
                {can(entity, 'createInvitationLink') && (
                  <Button
                    small
                    kind="outline"
                    aria-label={said.copyLinkOf({ email: invitation.email })}
                    disabled={linking.isPending}
                    onClick={() => createLink(invitation)}
                  >
                    {said.copyLink}
                  </Button>
                )}
                <Button
                  small
                  kind="outline"
                  aria-label={said.resendTo({ email: invitation.email })}
                  disabled={resending.isPending}
                  onClick={() => resend(invitation)}
                >
                  {said.resend}
                </Button>
                <Button
                  small
                  kind="outline"
                  aria-label={said.withdrawOf({ email: invitation.email })}
                  onClick={() => ask(invitation)}
                >
                  {said.withdraw}
                </Button>
              </span>
            }
          />
        ))}
      </Rows>
      {!isWhole && data.docs.length > FEW && (
        <Button small onClick={() => setWhole(true)}>
          {said.all({ count: data.docs.length })}
        </Button>
      )}
      {link && <InvitationLink link={link} onClose={() => setLink(null)} />}
      {asking && (
        <Confirm title={said.withdraw} action={said.withdraw} onConfirm={() => withdraw(asking)} onClose={stop}>
          {said.askWithdraw({ email: asking.email })}
        </Confirm>
      )}
    </section>
  )
}

interface CreatedLink {
  readonly email: string
  readonly url: string
  readonly expiresAt: string
}

interface InvitationLinkProps {
  readonly link: CreatedLink
  readonly onClose: () => void
}

function InvitationLink({ link: { email, url, expiresAt }, onClose }: InvitationLinkProps) {
  const said = useWords(invitationsWords)
  const { close } = useWords(sharedWords)
  const formats = useFormats()
  return (
    <Dialog open isKept onClose={onClose} title={said.linkTitle} actions={<Button onClick={onClose}>{close}</Button>}>
      <p>{said.linkText({ email, day: formats.day(expiresAt) })}</p>
      <div className={styles.link}>
        <Input readOnly dir="ltr" aria-label={said.link} value={url} onFocus={(event) => event.target.select()} />
        <CopyButton text={url} />
      </div>
      <p>{said.linkOld}</p>
    </Dialog>
  )
}
