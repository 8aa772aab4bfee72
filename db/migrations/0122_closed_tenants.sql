-- closed: all data stays; for thirty days from here its administrators sign in to fetch them, and the
-- operator may open it again. One that was taken out of the installation has no such moment.
alter table tenant add column closed_time timestamptz;
