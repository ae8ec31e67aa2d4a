// Commands that open the application, do something to what it holds, and end: loaded as one, as what they need is the same.
export { createUser } from './create-user.ts'
export { doctor } from './doctor.ts'
export { runJob } from './run-job.ts'
export { runScript } from './run-script.ts'
export { setPassword } from './set-password.ts'
export { exportContent, importContent } from './transfer.ts'
