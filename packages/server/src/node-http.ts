/**
 * The parts of `node:http` that the server needs. An `import` would read every member of the module, one of which loads
 * Node's HTTP client: 13 MB and 60 ms for nothing.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')
