export type { AuthConfig, TokenMailConfig } from './auth.ts'
export { checkConfig } from './check-config.ts'
export { github, google, microsoft, oidc, type OidcOptions, type PresetOptions } from './providers.ts'
export type { CollectionConfig, CollectionConfigs } from './collection.ts'
export { collection, defineConfig, global } from './define.ts'
export { ConfigurationError, type ConfigurationProblem } from './configuration-error.ts'
export {
  type DatabaseConfig,
  type DatabaseLimits,
  limitsOf,
  type OpenStorage,
  type OtherDatabaseConfig,
  type PostgresConfig,
  type PostgresOptions,
  postgres,
  type SqlDatabaseConfig,
  type SqliteConfig,
  type StorageNeeds,
  sqlite,
} from './database.ts'
export type { PluginApp, PluginConfig, QuireConfig } from './define-config.ts'
export { folderOfConfig } from './config-folder.ts'
export { type EmailConfig, type SmtpConfig, smtp } from './email.ts'
export type { GlobalConfig, GlobalConfigs } from './global.ts'
export type { AuthSlug, CallMode, CollectionSlug, GlobalSlug, LocaleOf } from './infer/config.ts'
export type { ContentModel } from './infer/content-model.ts'
export type { Doc, GlobalDoc, UnpopulatedId } from './infer/document.ts'
export type { SystemFields } from './infer/system-fields.ts'
export type { AnyDoc, AnyInput, AnySelect, AnyUser } from './infer/unknown-document.ts'
export type { CreateInput, GlobalUpdateInput, UpdateInput } from './infer/input.ts'
export type { ModelOf, PlainConfig } from './infer/plain-config.ts'
export type { ConfigOf } from './config-of.ts'
export type { GlobalPopulateOf, JoinsOf, PopulateOf } from './infer/populate.ts'
export type { GlobalSelectOf, SelectOf } from './infer/select.ts'
export type { SortOf } from './infer/sort.ts'
export type { WhereOf } from './infer/where.ts'
export { accentTokens, contrastOfAccent, type AccentPair, WORST_GROUNDS } from './accent.ts'
export type { BrandingConfig } from './branding.ts'
export type { LocalizationConfig } from './service-options.ts'
export type { CacheConfig, CacheOptions } from './cache.ts'
export type { CookieConfig } from './service-options.ts'
export { isInRange } from './version-range.ts'
export { LOG_LEVELS, type LogConfig, type LogLevel, type LogTarget } from './log.ts'
export type { MailConfig } from './service-options.ts'
export { applyPlugins } from './apply-plugins.ts'
export type { PopulationConfig } from './service-options.ts'
export { type DiskConfig, disk, type OtherStorageConfig, type StorageConfig } from './service-options.ts'
export type { UploadConfig } from './upload.ts'
export { type Duration, parseDuration, parseSize, type Size } from './quantities.ts'
export type { FromSchema } from './infer/json-schema.ts'
export type { PluginRouteConfig, RouteConfig } from './route.ts'
export type { AutosaveConfig, DraftsConfig, VersionsConfig } from './versions.ts'
export type * from './server.ts'
export type { ChangeOptions } from './infer/operation-methods.ts'
export type { JobArguments, JobConfig, JobConfigs, QueueConfig } from './job.ts'
export type { JobMethods, QueueableJobs, QueueingTime } from './infer/job.ts'
export type { PluginAnswer, PluginMethods } from './infer/plugins.ts'
export { type BackupsConfig } from './backups.ts'
