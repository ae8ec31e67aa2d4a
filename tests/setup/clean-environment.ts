/** The environment of these tests for a process that they start, without what would change how Quire behaves. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const {
    PORT: _port,
    HOST: _host,
    DATABASE_URL: _url,
    LOG_LEVEL: _level,
    NODE_OPTIONS: _options,
    ...rest
  } = process.env
  return rest
}
