import { Type as t } from '@sinclair/typebox'
import { adminOperations } from './admin'
import { availabilityOperations } from './availability'
import { backupOperations } from './backups'
import { binOperations } from './bin'
import { demoOperations } from './demo'
import { enquiryOperations } from './enquiries'
import { healthOperations } from './health'
import { mailOperations } from './mail'
import { musicOperations } from './music'
import { declare } from './operation'
import { passkeyOperations } from './passkeys'
import { pictureOperations } from './pictures'
import { pushOperations } from './push'
import { showOperations } from './shows'
import { siteOperations } from './site'
import { songOperations } from './songs'
import { statusOperations } from './status'
import { transferOperations } from './transfer'
import { fileOperations, uploadOperations } from './uploads'

export const documentOperations = declare({
  openapi: {
    route: 'GET /api/openapi.json',
    summary: 'This document',
    access: 'anyone',
    responses: {
      200: { description: 'OpenAPI 3.1', schema: t.Object({}) },
      304: { description: 'The client has it already' },
    },
  },
})

/** All operations of the API. */
export const operations = {
  ...healthOperations,
  ...adminOperations,
  ...passkeyOperations,
  ...siteOperations,
  ...showOperations,
  ...musicOperations,
  ...songOperations,
  ...availabilityOperations,
  ...pictureOperations,
  ...enquiryOperations,
  ...mailOperations,
  ...binOperations,
  ...demoOperations,
  ...pushOperations,
  ...backupOperations,
  ...transferOperations,
  ...uploadOperations,
  ...fileOperations,
  ...statusOperations,
  ...documentOperations,
}

/** The type of `operations`, for the browser's client. */
export type Api = typeof operations
