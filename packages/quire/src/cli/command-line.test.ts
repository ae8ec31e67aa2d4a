import { describe, expect, it } from 'vitest'
import { type Command, parseCommandLine } from './command-line.ts'
import { CommandFailure } from './command-failure.ts'
import { COMMANDS } from './commands.ts'

const line = (text: string) => parseCommandLine(text === '' ? [] : text.split(' '))

describe('a command line', () => {
  it.each<[string, Command]>([
    ['--version', { name: 'version' }],
    ['-v', { name: 'version' }],
    ['--help', { name: 'help', topic: undefined }],
    ['-h', { name: 'help', topic: undefined }],
    ['start --help', { name: 'help', topic: 'start' }],
    ['backup verify -h', { name: 'help', topic: 'backup' }],
    ['dev', { name: 'dev', options: { migrate: false, workers: 1 } }],
    [
      'start -p 80 --host ::1 -c a.ts',
      { name: 'start', options: { config: 'a.ts', host: '::1', port: 80, migrate: false, workers: 1 } },
    ],
    ['start --port=0 --migrate --workers 4', { name: 'start', options: { port: 0, migrate: true, workers: 4 } }],
    ['start --jobs only', { name: 'start', options: { jobs: 'only', migrate: false, workers: 1 } }],
    ['migrate', { name: 'migrate', options: { destructive: false } }],
    ['migrate --destructive', { name: 'migrate', options: { destructive: true } }],
    ['migrate status -c a.ts', { name: 'migrate status', options: { config: 'a.ts' } }],
    ['migrate create add-tags', { name: 'migrate create', migration: 'add-tags', options: {} }],
    ['generate types -o a.d.ts', { name: 'generate', what: 'types', options: { out: 'a.d.ts' } }],
    [
      'create-user --collection users --email a@b.co',
      { name: 'create-user', options: { collection: 'users', email: 'a@b.co' } },
    ],
    [
      'create-user --collection users --service --data {}',
      { name: 'create-user', options: { collection: 'users', email: null, data: '{}' } },
    ],
    [
      'set-password --collection users --email a@b.co --reset-factors',
      { name: 'set-password', options: { collection: 'users', email: 'a@b.co', resetFactors: true } },
    ],
    ['export', { name: 'export', options: { slugs: [], passwords: false, files: true } }],
    [
      'export posts pages --no-files --passwords -o a.jsonl',
      { name: 'export', options: { slugs: ['posts', 'pages'], passwords: true, files: false, out: 'a.jsonl' } },
    ],
    ['import', { name: 'import', options: { merge: false } }],
    ['import a.jsonl --merge', { name: 'import', options: { file: 'a.jsonl', merge: true } }],
    ['doctor --repair --files --objects', { name: 'doctor', options: { repair: true, files: true, objects: true } }],
    ['jobs run clean --input {}', { name: 'jobs run', options: { job: 'clean', input: '{}' } }],
    ['backup', { name: 'backup', options: { withoutUsers: false } }],
    [
      'backup --to s3://a/b --keep 7 --encrypt',
      { name: 'backup', options: { to: 's3://a/b', keep: 7, encrypt: true, withoutUsers: false } },
    ],
    ['backup --encrypt=qbk1x', { name: 'backup', options: { encrypt: 'qbk1x', withoutUsers: false } }],
    ['backup verify a.quire --key k', { name: 'backup verify', options: { file: 'a.quire', key: 'k' } }],
    ['backup key --out k', { name: 'backup key', key: { out: 'k' } }],
    [
      'restore a.quire --to-database postgres://x --to-files f --replace',
      { name: 'restore', options: { file: 'a.quire', toDatabase: 'postgres://x', toFiles: 'f', replace: true } },
    ],
    ['run seed.ts', { name: 'run', options: { file: 'seed.ts', args: [] } }],
    [
      'run -c a.ts seed.ts --help -c b.ts',
      { name: 'run', options: { config: 'a.ts', file: 'seed.ts', args: ['--help', '-c', 'b.ts'] } },
    ],
    ['run --config a.ts seed.ts x', { name: 'run', options: { config: 'a.ts', file: 'seed.ts', args: ['x'] } }],
    ['run --help seed.ts', { name: 'help', topic: 'run' }],
  ])('%s', (text, command) => expect(line(text)).toEqual(command))

  it.each([
    ['', 'No command was given.'],
    ['serve', "There is no command 'serve'."],
    ['--port', "There is no option '--port' here."],
    ['start extra', 'quire start --help'],
    ['start --prot 80', 'quire start --help'],
    ['start --port', 'quire start --help'],
    ['start --port 65536', '--port must be a whole number from 0 to 65535'],
    ['start --port -1', 'quire start --help'],
    ['start --port 1e3', "not '1e3'"],
    ['start --host=', '--host must not be empty.'],
    ['start --workers 0', '--workers must be a whole number from 1 to 256'],
    ['start --workers 257', 'from 1 to 256'],
    ['start --jobs never', "--jobs must be 'only' or 'off'"],
    ['start --jobs only --workers 2', '--jobs only serves none'],
    ['start --migrate=yes', 'quire start --help'],
    ['migrate status --destructive', "--destructive only works with 'quire migrate' itself."],
    ['migrate create', 'The name of the migration is missing.'],
    ['migrate create a b', "There is no command 'migrate create a b'."],
    ['migrate undo', "There is no command 'migrate undo'."],
    ['migrate status now', "There is no command 'migrate status now'."],
    ['generate', 'Name what to generate'],
    ['generate sdk', "There is no command 'generate sdk'."],
    ['generate types openapi', "There is no command 'generate types openapi'."],
    ['create-user --collection users', '--email is missing.'],
    ['create-user --email a@b.co', '--collection is missing.'],
    ['create-user --collection= --email a@b.co', '--collection is missing.'],
    ['create-user --collection users --service --email a@b.co', 'A service account has no address.'],
    ['set-password --collection users', '--email is missing.'],
    ['import a b', 'Import one file at a time.'],
    ['doctor posts', 'quire doctor --help'],
    ['jobs', "There is no command 'jobs'."],
    ['jobs list', "There is no command 'jobs list'."],
    ['jobs run', 'The name of the job is missing.'],
    ['jobs run a b', 'Run one job at a time.'],
    ['backup now', "There is no command 'backup now'."],
    ['backup --keep 0', '--keep must be a whole number from 1 to 10000'],
    ['backup verify', 'The backup is missing'],
    ['backup key', 'Name the file for the private key'],
    ['restore a b', 'Name one backup at a time.'],
    ['run', 'The file to run is missing.'],
    ['run -c a.ts', 'The file to run is missing.'],
    ['run --unknown seed.ts', 'quire run --help'],
  ])('%j is refused: %s', (text, message) => {
    expect(() => line(text)).toThrow(CommandFailure)
    expect(() => line(text)).toThrow(message)
  })

  it.each(COMMANDS)('has help for %s', (command) => {
    expect(parseCommandLine([command, '--help'])).toEqual({ name: 'help', topic: command })
    expect(parseCommandLine([command, '-h'])).toEqual({ name: 'help', topic: command })
  })

  it('accepts an empty file name of a script', () => expect(() => parseCommandLine(['run', ''])).toThrow('missing'))
})
