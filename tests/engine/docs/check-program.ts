/**
 * `node check-program.ts COMPILER FOLDER CONFIG` says what a compiler of the time before TypeScript 7 finds wrong with the program in the
 * folder: with its own files first, and then with the declarations of the packages that are installed there.
 *
 * `tsc` begins with the declarations, since others import them, and then takes twice as long to find the same. It also looks through those
 * of Node, React and the rest, which are the same in every test; TypeScript 7 does that here, in a moment.
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
