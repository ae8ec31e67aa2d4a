import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Reads `.env` of the current folder, and the one beside the configuration. Existing variables have precedence, then
 * the nearer file.
 */
export function readEnvFiles(configFile: string): void {
  const files = new Set([resolve('.env'), resolve(dirname(configFile), '.env')])
  for (const file of files) if (existsSync(file)) process.loadEnvFile(file)
}
