import type { Notices } from '@quirecms/core/feature'
import type { Purpose } from './mail-link.ts'

export type NoticeKind = keyof Notices

/**
 * Kind of a mail. `welcome` confirms the address of a new user, and is sent however many mails strangers have
 * requested for the address.
 */
export type MailKind = Purpose | 'welcome' | 'invitation' | NoticeKind
