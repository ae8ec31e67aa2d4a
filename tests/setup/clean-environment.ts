/** Environment of child processes, without variables that affect Quire. */
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
