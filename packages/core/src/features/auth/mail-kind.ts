import type { Notices } from '../../contracts/auth.ts'
import type { Purpose } from './mail-link.ts'

export type NoticeKind = keyof Notices

/** What a mail is for. `welcome` confirms the address of a new user: it goes out whatever strangers asked for before. */
export type MailKind = Purpose | 'welcome' | 'invitation' | NoticeKind
