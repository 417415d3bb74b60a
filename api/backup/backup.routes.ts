import { Elysia } from 'elysia'
import type { BackupsAnswer } from '../contract/backups'
import { type Authorise, adminOnly } from '../platform/authorise'
import { notFound } from '../platform/problem'
import type { DailyBackups } from './daily-backups'

interface Parts {
  backups: DailyBackups
  authorise: Authorise
  /** Bun.file, given by the process. */
  openFile: (path: string) => Blob
}

/** The automatic backups, for the administrator to take away. */
export const backupRoutes = ({ backups, authorise, openFile }: Parts) => {
  const admin = adminOnly(authorise)
  return new Elysia({ name: 'backups' })
    .get(
      '/api/admin/backups',
      () => {
        const answer: BackupsAnswer = { backups: backups.list(), keep: backups.keep }
        return Response.json(answer, { headers: { 'cache-control': 'no-store' } })
      },
      admin,
    )
    .get(
      '/api/admin/backups/:name',
      ({ params }) => {
        const path = backups.find(params.name)
        if (!path) throw notFound()
        return new Response(openFile(path), {
          headers: {
            'content-type': 'application/zstd',
            'content-disposition': `attachment; filename="${params.name}"`,
            'cache-control': 'no-store',
          },
        })
      },
      admin,
    )
}
