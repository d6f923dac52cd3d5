#!/bin/sh
# Makes deploy/.env once: random secrets that only this installation has. Keep a copy of the master key apart from every backup.
set -eu
cd "$(dirname "$0")"
if [ -e .env ]; then
  echo "deploy/.env is there already and stays as it is" >&2
  exit 1
fi
umask 077
random() { openssl rand -hex 24; }
cat > .env <<END
TIDEMARK_MASTER_KEY=$(openssl rand -base64 32)
TIDEMARK_ADMIN_TOKEN=$(random)
CLICKHOUSE_PASSWORD=$(random)
S3_SECRET_ACCESS_KEY=$(random)
END
echo "wrote deploy/.env"
