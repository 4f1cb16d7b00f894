-- IPv6 addresses as in RFC 5952, as the history has them: the first of the longest runs of zeros is left out

update host set name = concat(
    trim(leading ':' from left(concat(':', name, ':'), locate(':0:0:0:0:0:0:0:0:', concat(':', name, ':')) - 1)), '::',
    trim(trailing ':' from substring(concat(':', name, ':'), locate(':0:0:0:0:0:0:0:0:', concat(':', name, ':')) + 17)))
where name like '%:%:%:%:%:%:%:%' and name not like '%::%' and locate(':0:0:0:0:0:0:0:0:', concat(':', name, ':')) > 0;

update host set name = concat(
    trim(leading ':' from left(concat(':', name, ':'), locate(':0:0:0:0:0:0:0:', concat(':', name, ':')) - 1)), '::',
    trim(trailing ':' from substring(concat(':', name, ':'), locate(':0:0:0:0:0:0:0:', concat(':', name, ':')) + 15)))
where name like '%:%:%:%:%:%:%:%' and name not like '%::%' and locate(':0:0:0:0:0:0:0:', concat(':', name, ':')) > 0;

update host set name = concat(
    trim(leading ':' from left(concat(':', name, ':'), locate(':0:0:0:0:0:0:', concat(':', name, ':')) - 1)), '::',
    trim(trailing ':' from substring(concat(':', name, ':'), locate(':0:0:0:0:0:0:', concat(':', name, ':')) + 13)))
where name like '%:%:%:%:%:%:%:%' and name not like '%::%' and locate(':0:0:0:0:0:0:', concat(':', name, ':')) > 0;

update host set name = concat(
    trim(leading ':' from left(concat(':', name, ':'), locate(':0:0:0:0:0:', concat(':', name, ':')) - 1)), '::',
    trim(trailing ':' from substring(concat(':', name, ':'), locate(':0:0:0:0:0:', concat(':', name, ':')) + 11)))
where name like '%:%:%:%:%:%:%:%' and name not like '%::%' and locate(':0:0:0:0:0:', concat(':', name, ':')) > 0;

update host set name = concat(
    trim(leading ':' from left(concat(':', name, ':'), locate(':0:0:0:0:', concat(':', name, ':')) - 1)), '::',
    trim(trailing ':' from substring(concat(':', name, ':'), locate(':0:0:0:0:', concat(':', name, ':')) + 9)))
where name like '%:%:%:%:%:%:%:%' and name not like '%::%' and locate(':0:0:0:0:', concat(':', name, ':')) > 0;

update host set name = concat(
    trim(leading ':' from left(concat(':', name, ':'), locate(':0:0:0:', concat(':', name, ':')) - 1)), '::',
    trim(trailing ':' from substring(concat(':', name, ':'), locate(':0:0:0:', concat(':', name, ':')) + 7)))
where name like '%:%:%:%:%:%:%:%' and name not like '%::%' and locate(':0:0:0:', concat(':', name, ':')) > 0;

update host set name = concat(
    trim(leading ':' from left(concat(':', name, ':'), locate(':0:0:', concat(':', name, ':')) - 1)), '::',
    trim(trailing ':' from substring(concat(':', name, ':'), locate(':0:0:', concat(':', name, ':')) + 5)))
where name like '%:%:%:%:%:%:%:%' and name not like '%::%' and locate(':0:0:', concat(':', name, ':')) > 0;

update host_address set address = concat(
    trim(leading ':' from left(concat(':', address, ':'), locate(':0:0:0:0:0:0:0:0:', concat(':', address, ':')) - 1)), '::',
    trim(trailing ':' from substring(concat(':', address, ':'), locate(':0:0:0:0:0:0:0:0:', concat(':', address, ':')) + 17)))
where address like '%:%:%:%:%:%:%:%' and address not like '%::%' and locate(':0:0:0:0:0:0:0:0:', concat(':', address, ':')) > 0;

update host_address set address = concat(
    trim(leading ':' from left(concat(':', address, ':'), locate(':0:0:0:0:0:0:0:', concat(':', address, ':')) - 1)), '::',
    trim(trailing ':' from substring(concat(':', address, ':'), locate(':0:0:0:0:0:0:0:', concat(':', address, ':')) + 15)))
where address like '%:%:%:%:%:%:%:%' and address not like '%::%' and locate(':0:0:0:0:0:0:0:', concat(':', address, ':')) > 0;

update host_address set address = concat(
    trim(leading ':' from left(concat(':', address, ':'), locate(':0:0:0:0:0:0:', concat(':', address, ':')) - 1)), '::',
    trim(trailing ':' from substring(concat(':', address, ':'), locate(':0:0:0:0:0:0:', concat(':', address, ':')) + 13)))
where address like '%:%:%:%:%:%:%:%' and address not like '%::%' and locate(':0:0:0:0:0:0:', concat(':', address, ':')) > 0;

update host_address set address = concat(
    trim(leading ':' from left(concat(':', address, ':'), locate(':0:0:0:0:0:', concat(':', address, ':')) - 1)), '::',
    trim(trailing ':' from substring(concat(':', address, ':'), locate(':0:0:0:0:0:', concat(':', address, ':')) + 11)))
where address like '%:%:%:%:%:%:%:%' and address not like '%::%' and locate(':0:0:0:0:0:', concat(':', address, ':')) > 0;

update host_address set address = concat(
    trim(leading ':' from left(concat(':', address, ':'), locate(':0:0:0:0:', concat(':', address, ':')) - 1)), '::',
    trim(trailing ':' from substring(concat(':', address, ':'), locate(':0:0:0:0:', concat(':', address, ':')) + 9)))
where address like '%:%:%:%:%:%:%:%' and address not like '%::%' and locate(':0:0:0:0:', concat(':', address, ':')) > 0;

update host_address set address = concat(
    trim(leading ':' from left(concat(':', address, ':'), locate(':0:0:0:', concat(':', address, ':')) - 1)), '::',
    trim(trailing ':' from substring(concat(':', address, ':'), locate(':0:0:0:', concat(':', address, ':')) + 7)))
where address like '%:%:%:%:%:%:%:%' and address not like '%::%' and locate(':0:0:0:', concat(':', address, ':')) > 0;

update host_address set address = concat(
    trim(leading ':' from left(concat(':', address, ':'), locate(':0:0:', concat(':', address, ':')) - 1)), '::',
    trim(trailing ':' from substring(concat(':', address, ':'), locate(':0:0:', concat(':', address, ':')) + 5)))
where address like '%:%:%:%:%:%:%:%' and address not like '%::%' and locate(':0:0:', concat(':', address, ':')) > 0;

update circuit_attachment set subject = concat(
    trim(leading ':' from left(concat(':', subject, ':'), locate(':0:0:0:0:0:0:0:0:', concat(':', subject, ':')) - 1)), '::',
    trim(trailing ':' from substring(concat(':', subject, ':'), locate(':0:0:0:0:0:0:0:0:', concat(':', subject, ':')) + 17)))
where subject like '%:%:%:%:%:%:%:%' and subject not like '%::%' and locate(':0:0:0:0:0:0:0:0:', concat(':', subject, ':')) > 0;

update circuit_attachment set subject = concat(
    trim(leading ':' from left(concat(':', subject, ':'), locate(':0:0:0:0:0:0:0:', concat(':', subject, ':')) - 1)), '::',
    trim(trailing ':' from substring(concat(':', subject, ':'), locate(':0:0:0:0:0:0:0:', concat(':', subject, ':')) + 15)))
where subject like '%:%:%:%:%:%:%:%' and subject not like '%::%' and locate(':0:0:0:0:0:0:0:', concat(':', subject, ':')) > 0;

update circuit_attachment set subject = concat(
    trim(leading ':' from left(concat(':', subject, ':'), locate(':0:0:0:0:0:0:', concat(':', subject, ':')) - 1)), '::',
    trim(trailing ':' from substring(concat(':', subject, ':'), locate(':0:0:0:0:0:0:', concat(':', subject, ':')) + 13)))
where subject like '%:%:%:%:%:%:%:%' and subject not like '%::%' and locate(':0:0:0:0:0:0:', concat(':', subject, ':')) > 0;

update circuit_attachment set subject = concat(
    trim(leading ':' from left(concat(':', subject, ':'), locate(':0:0:0:0:0:', concat(':', subject, ':')) - 1)), '::',
    trim(trailing ':' from substring(concat(':', subject, ':'), locate(':0:0:0:0:0:', concat(':', subject, ':')) + 11)))
where subject like '%:%:%:%:%:%:%:%' and subject not like '%::%' and locate(':0:0:0:0:0:', concat(':', subject, ':')) > 0;

update circuit_attachment set subject = concat(
    trim(leading ':' from left(concat(':', subject, ':'), locate(':0:0:0:0:', concat(':', subject, ':')) - 1)), '::',
    trim(trailing ':' from substring(concat(':', subject, ':'), locate(':0:0:0:0:', concat(':', subject, ':')) + 9)))
where subject like '%:%:%:%:%:%:%:%' and subject not like '%::%' and locate(':0:0:0:0:', concat(':', subject, ':')) > 0;

update circuit_attachment set subject = concat(
    trim(leading ':' from left(concat(':', subject, ':'), locate(':0:0:0:', concat(':', subject, ':')) - 1)), '::',
    trim(trailing ':' from substring(concat(':', subject, ':'), locate(':0:0:0:', concat(':', subject, ':')) + 7)))
where subject like '%:%:%:%:%:%:%:%' and subject not like '%::%' and locate(':0:0:0:', concat(':', subject, ':')) > 0;

update circuit_attachment set subject = concat(
    trim(leading ':' from left(concat(':', subject, ':'), locate(':0:0:', concat(':', subject, ':')) - 1)), '::',
    trim(trailing ':' from substring(concat(':', subject, ':'), locate(':0:0:', concat(':', subject, ':')) + 5)))
where subject like '%:%:%:%:%:%:%:%' and subject not like '%::%' and locate(':0:0:', concat(':', subject, ':')) > 0;
