import { useInvitations } from '../../data/use-invitations.ts'
import type { AppSlotContexts } from '../../screens/feature.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './invitations.module.css'
import { invitationsWords } from './words.ts'

export function InvitedMark({ entity, doc }: AppSlotContexts['listTitle']) {
  const said = useWords(invitationsWords)
  const { data } = useInvitations(entity.slug, true)
  return data?.docs.some(({ id }) => id === doc.id) ? <span className={styles.mark}>{said.invited}</span> : null
}
