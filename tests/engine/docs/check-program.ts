/**
 * `node check-program.ts COMPILER FOLDER CONFIG` prints the errors that a compiler older than TypeScript 7 finds in the
 * folder: first in its own files, then in the declarations of installed packages.
 */
import { createRequire } from 'node:module'
import type Compiler from '../../../compilers/typescript-5.9/node_modules/typescript/lib/typescript.js'

const [compiler = '', folder = '', configFile = ''] = process.argv.slice(2)
const ts = createRequire(import.meta.url)(compiler) as typeof Compiler

const config = ts.getParsedCommandLineOfConfigFile(`${folder}/${configFile}`, undefined, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
  },
})
if (!config || config.fileNames.length === 0) throw new Error(`There is no program in ${folder}.`)

const program = ts.createProgram(config.fileNames, config.options)
const installed = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(`${folder}/`))
const [own, declared] = [
  installed.filter((one) => !one.isDeclarationFile),
  installed.filter((one) => one.isDeclarationFile),
]
if (own.length === 0 || declared.length === 0) throw new Error(`The files of ${folder} are not found under that name.`)

const found = [
  ...config.errors,
  ...program.getOptionsDiagnostics(),
  ...program.getGlobalDiagnostics(),
  ...[...own, ...declared].flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ]),
]
const format = {
  getCurrentDirectory: () => folder,
  getCanonicalFileName: (name: string) => name,
  getNewLine: () => '\n',
}
process.stdout.write(ts.formatDiagnostics(found, format))
