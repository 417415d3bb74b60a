import { Elysia } from 'elysia'
import { BackupDownloadBody, type BackupsAnswer } from '../contract/backups'
import { adminOnly, unparsed } from '../http/authorise'
import { privateJson } from '../http/private-json'
import { notFound } from '../http/problem'
import { readJson } from '../http/request-body'
import { validate } from '../http/validation'
import type { DailyBackups } from './daily-backups'

interface Parts {
  backups: DailyBackups
  authorise: (request: Request) => Promise<{ username: string }>
  /** Asks for the password again: a backup holds what the band's visitors have written.
   * @throws Problem 422 when it is wrong, 429 when it was tried too often */
  confirmPassword: (
    request: Request,
    username: string,
    password: string,
    field: string,
  ) => Promise<unknown>
  /** Bun.file, given by the process. */
  openFile: (path: string) => Blob
}

/** The automatic backups, for the administrator to take away. */
export const backupRoutes = ({ backups, authorise, confirmPassword, openFile }: Parts) => {
  const admin = adminOnly(async (request) => void (await authorise(request)))
  return new Elysia({ name: 'backups' })
    .get(
      '/api/admin/backups',
      () => {
        const answer: BackupsAnswer = { backups: backups.list(), keep: backups.keep }
        return privateJson(answer)
      },
      admin,
    )
    .post(
      '/api/admin/backups/:name',
      async ({ request, params }) => {
        const { username } = await authorise(request)
        const path = backups.find(params.name)
        if (!path) throw notFound()
        const { currentPassword } = validate(BackupDownloadBody, await readJson(request))
        await confirmPassword(request, username, currentPassword, 'currentPassword')
        return new Response(openFile(path), {
          headers: {
            'content-type': 'application/zstd',
            'content-disposition': `attachment; filename="${params.name}"`,
            'cache-control': 'no-store',
          },
        })
      },
      unparsed,
    )
}
