import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import type { AppSlotContexts, ListContext } from '../../screens/feature.ts'
import { useWords } from '../../words/use-words.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { invitationsWords } from './words.ts'
import { useInvitations } from '../../data/use-invitations.ts'
import styles from './invitations.module.css'

/** Above a list of users: invites a user, who then chooses their own password. */
export function InviteButton({ entity }: ListContext) {
  const said = useWords(invitationsWords)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        <Icon of={UserPlus} />
        {said.invite}
      </Button>
      {isOpen && <InviteDialog entity={entity} onClose={() => setOpen(false)} />}
    </>
  )
}

export function InvitedMark({ entity, doc }: AppSlotContexts['listTitle']) {
  const said = useWords(invitationsWords)
  const { data } = useInvitations(entity.slug, true)
  return data?.docs.some(({ id }) => id === doc.id) ? <span className={styles.mark}>{said.invited}</span> : null
}
