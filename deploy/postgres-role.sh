#!/bin/sh
# Make the role that the servers sign in with: it owns one schema of one database and may do nothing else.
# The image of PostgreSQL runs this once; elsewhere run it as the administrator, with the same variables.
set -eu
: "${GRIDWRIGHT_DB_PASSWORD:?expected a password of the database}"
psql --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname "${POSTGRES_DB:-gridwright}" <<'SQL'
\getenv password GRIDWRIGHT_DB_PASSWORD
\set role `echo "${GRIDWRIGHT_DB_ROLE:-gridwright}"`
SELECT current_database() AS database \gset
CREATE ROLE :"role" LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD :'password';
REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT CONNECT ON DATABASE :"database" TO :"role";
CREATE SCHEMA :"role" AUTHORIZATION :"role";
ALTER ROLE :"role" IN DATABASE :"database" SET search_path = :"role";
SQL
