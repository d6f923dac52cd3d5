{{/* What values.schema.json cannot say: rules over more than one value. Fails with what to do. */}}
{{- define "tidemark.checks" -}}
{{- range list "TIDEMARK_PUBLIC_URL" "KAFKA_BROKERS" "CLICKHOUSE_URL" "S3_BUCKET" -}}
{{- if not (get $.Values.settings .) -}}
{{- fail (printf "settings.%s is required" .) -}}
{{- end -}}
{{- end -}}
{{- range list "TIDEMARK_MASTER_KEY" "KURRENTDB_URL" "S3_SECRET_ACCESS_KEY" -}}
{{- if not (hasKey $.Values.secrets .) -}}
{{- fail (printf "secrets.%s is required: {} reads the key %s of the Secret %s" . . $.Values.secretName) -}}
{{- end -}}
{{- end -}}
{{- include "tidemark.processorChecks" . -}}
{{- if and .Values.ingress.enabled (not .Values.gateway.enabled) -}}
{{- fail "ingress.enabled needs gateway.enabled: only the gateway knows which role serves a request" -}}
{{- end -}}
{{- if and .Values.networkPolicy.enabled (not .Values.gateway.enabled) (not .Values.networkPolicy.clients) -}}
{{- fail "networkPolicy.clients is required without the gateway: who may reach ingest-api and query-api" -}}
{{- end -}}
{{- end }}

{{- define "tidemark.processorChecks" -}}
{{- $partitions := atoi .Values.settings.KAFKA_PARTITIONS -}}
{{- with .Values.roles.processor -}}
{{- $processes := ternary .autoscaling.maxReplicas .replicas .autoscaling.enabled -}}
{{- if gt (int $processes) $partitions -}}
{{- fail (printf "expected at most %d processors (settings.KAFKA_PARTITIONS), found %d: the others would have nothing to do" $partitions (int $processes)) -}}
{{- end -}}
{{- end -}}
{{- end }}
