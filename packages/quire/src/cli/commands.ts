export const COMMANDS = [
  'dev',
  'start',
  'migrate',
  'generate',
  'create-user',
  'set-password',
  'run',
  'export',
  'import',
  'doctor',
  'jobs',
  'backup',
  'restore',
] as const

export type CommandName = (typeof COMMANDS)[number]
