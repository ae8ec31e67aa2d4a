/**
 * What the server needs of `node:http`. An `import` would read every member of the module, and one of them loads Node's HTTP client
 * with all that belongs to it: 13 MB and 60 ms for something that no server uses.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')
