// Bundled together: commands that open the application, work on its content, and end.
export { createUser } from './create-user.ts'
export { doctor } from './doctor.ts'
export { runJob } from './run-job.ts'
export { runScript } from './run-script.ts'
export { setPassword } from './set-password.ts'
export { exportContent, importContent } from './content-lines.ts'
