import { type MailContent, QuireError } from '@quirecms/core'
import type { FaultyFile } from './archive/manifest.ts'

/** Only the first similar failures are listed. */
const MOST_NAMED = 20

export function failureMail(application: string, error: unknown): MailContent {
  const text = [
    `The backup of ${application} failed: ${reasonOf(error)}`,
    'The service tries again after 5 minutes, after another 30 minutes, and tomorrow. See its log for details.',
    'To make one yourself, run: quire backup',
  ]
  return { subject: `Backup of ${application} failed`, text: text.join('\n\n') }
}

export function faultsMail(application: string, where: string, faults: readonly FaultyFile[]): MailContent {
  const text = [
    `The backup ${where} was made, but these files could not be read as they were stored:`,
    listOfFaults(faults),
    'Older backups may hold them, so none was removed. To see what is wrong, run: quire doctor --files',
  ]
  const what = faults.length === 1 ? '1 file is' : `${faults.length} files are`
  return { subject: `Backup of ${application}: ${what} missing or damaged`, text: text.join('\n\n') }
}

export function listOfFaults(faults: readonly FaultyFile[]): string {
  const named = faults.slice(0, MOST_NAMED).map(({ key, document, fault }) => `- ${key} of ${document} is ${fault}`)
  return [...named, ...(faults.length > MOST_NAMED ? [`- and ${faults.length - MOST_NAMED} more`] : [])].join('\n')
}

/** Storage errors have the system's message in their cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return 'the disk is full'
  return error instanceof QuireError && error.cause instanceof Error
    ? `${error.message} (${error.cause.message})`
    : error.message
}
